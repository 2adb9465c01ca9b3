// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// Keeps the tickets with which photos are uploaded without a credential. Whatever a write answers is durable, and visible
/// to every later read.
///
/// A ticket lasts no longer than its account may sign in with the password that it was issued under: when the password is
/// replaced, or the account is disabled or deleted, the store removes all its tickets in the same transaction, and when an app
/// password is revoked, those that were issued with it.
/// ``RecordStore/addPhoto(_:idempotency:)`` settles the ticket of a draft.
///
/// All calls may throw ``WoofModel/WoofError`` with the codes `internal`, `unavailable` and, when they write,
/// `insufficient-storage`.
package protocol UploadTicketStore: Sendable {
  /// Keeps a new ticket. Of the account's used tickets, only so many are remembered as it may have open ones: the newest.
  ///
  /// - Parameters:
  ///   - hash: The hash of the ticket's secret.
  ///   - countLimit: The maximum number of tickets of the account that are neither used nor expired.
  /// - Throws: ``WoofModel/WoofError`` with the code `insufficient-storage` where the account has so many, `forbidden` where
  ///   it has been disabled, `conflict` where it has been deleted, or `authentication-required` where it has another
  ///   password by now, or the app password that its owner signed in with has been revoked.
  func addTicket(_ ticket: UploadTicket, secretHash hash: Digest, countLimit: Int) async throws

  /// Returns the ticket of a secret; `nil` if there is none, or if it has expired at `time`.
  func ticket(ofSecretHash hash: Digest, at time: Timestamp) async throws -> UploadTicket?

  /// Returns the ticket of an id; `nil` if there is none, or if it has expired at `time`.
  func ticket(_ id: UploadTicketID, at time: Timestamp) async throws -> UploadTicket?

  /// Returns a page of tickets that have not expired, the newest first.
  func tickets(_ query: UploadTicketQuery) async throws -> [UploadTicket]

  /// Removes a ticket of an account.
  ///
  /// - Returns: `true` if there was one.
  func removeTicket(_ id: UploadTicketID, of account: AccountID) async throws -> Bool
}

/// A query for one page of tickets.
package struct UploadTicketQuery: Hashable, Sendable {
  /// The account that has the tickets; `nil` for those of all.
  package var account: AccountID?
  /// The page starts behind this ticket; at the start where it is `nil`.
  package var after: UploadTicketID?
  /// The maximum number of tickets on the page.
  package var limit: Int
  /// The time by which tickets must not have expired.
  package var time: Timestamp

  /// Makes a query.
  package init(account: AccountID?, after: UploadTicketID? = nil, limit: Int, at time: Timestamp) {
    self.account = account
    self.after = after
    self.limit = limit
    self.time = time
  }
}

extension UploadTicket {
  /// Checks that an account may have another ticket.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `insufficient-storage`.
  package static func admit(openCount: Int, countLimit: Int) throws(WoofError) {
    guard openCount < countLimit else {
      throw .full(
        "tickets", Int64(countLimit), Int64(openCount),
        "The account has \(openCount) upload tickets of \(countLimit) that it may have; use or revoke some")
    }
  }
}

extension WoofError {
  /// Refuses a ticket that is not there. It is not told why, as nothing else is kept of it.
  package static var noSuchTicket: WoofError {
    WoofError(
      .notFound, "There is no such ticket: it has expired or been revoked, or never was. Ask for a new one.")
  }
}
