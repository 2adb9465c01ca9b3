// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel

extension EmbeddedStore: UploadTicketStore {
  /// Keeps a new ticket. Of the account's used tickets, only so many are remembered as it may have open ones: the newest.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `insufficient-storage` where the account has so many, `forbidden` where
  ///   it has been disabled, `conflict` where it has been deleted, or `authentication-required` where it has another
  ///   password by now.
  package func addTicket(_ ticket: UploadTicket, secretHash hash: Digest, countLimit: Int) async throws {
    try await writer.write { transaction in
      try transaction.addTicket(ticket, secretHash: hash, countLimit: countLimit)
    }
  }

  /// Returns the ticket of a secret; `nil` if there is none, or if it has expired at `time`.
  package func ticket(ofSecretHash hash: Digest, at time: Timestamp) async throws -> UploadTicket? {
    try await readers.read { snapshot in try snapshot.ticket(ofSecretHash: hash, at: time) }
  }

  /// Returns the ticket of an id; `nil` if there is none, or if it has expired at `time`.
  package func ticket(_ id: UploadTicketID, at time: Timestamp) async throws -> UploadTicket? {
    try await readers.read { snapshot in try snapshot.ticket(id, at: time) }
  }

  /// Returns a page of tickets that have not expired, the newest first.
  package func tickets(_ query: UploadTicketQuery) async throws -> [UploadTicket] {
    try await readers.read(cost: .page(query.limit)) { snapshot in try snapshot.tickets(query) }
  }

  /// Removes a ticket of an account.
  ///
  /// - Returns: `true` if there was one.
  package func removeTicket(_ id: UploadTicketID, of account: AccountID) async throws -> Bool {
    try await writer.write(mayUseReserve: true) { transaction in try transaction.removeTicket(id, of: account) }
  }
}
