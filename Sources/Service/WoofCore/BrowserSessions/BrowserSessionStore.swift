// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// Keeps the browser sessions of accounts. Whatever a write answers is durable, and visible to every later read.
///
/// A session lasts no longer than the password that the account had at the sign-in: when that is replaced, or the account
/// is disabled or deleted, the store removes all its sessions in the same transaction. The
/// ``CredentialStore/credentialGeneration`` grows whenever one is removed.
///
/// All calls may throw ``WoofModel/WoofError`` with the codes `internal`, `unavailable` and, when they write,
/// `insufficient-storage`.
package protocol BrowserSessionStore: Sendable {
  /// Keeps a new session.
  ///
  /// - Parameters:
  ///   - hash: The hash of its secret.
  ///   - countLimit: The maximum number of sessions of the account, at least 1. Those that have expired at `createdAt` are
  ///     removed, and beyond the limit those that have been unused for the longest time.
  /// - Throws: ``WoofModel/WoofError`` with the code `forbidden` where the account has been disabled, `conflict` where it has
  ///   been deleted, or `authentication-required` where it has another password by now.
  func addBrowserSession(_ session: BrowserSession, secretHash hash: Digest, countLimit: Int) async throws

  /// Returns the session of a secret; `nil` if there is none. It may have expired.
  func browserSession(ofSecretHash hash: Digest) async throws -> BrowserSession?

  /// Returns the session of an id; `nil` if there is none. It may have expired.
  func browserSession(_ id: BrowserSessionID) async throws -> BrowserSession?

  /// Returns a page of sessions, the newest first, without those that have expired.
  func browserSessions(_ query: BrowserSessionQuery) async throws -> [BrowserSession]

  /// Removes a session of an account.
  ///
  /// - Returns: `true` if there was one.
  func removeBrowserSession(_ id: BrowserSessionID, of account: AccountID) async throws -> Bool

  /// Removes all sessions of an account.
  ///
  /// - Returns: The number of sessions that there were.
  func removeBrowserSessions(of account: AccountID) async throws -> Int

  /// Notes that a session was used and lasts longer for that; does nothing where it is gone. The generation stays.
  func noteUse(ofBrowserSession id: BrowserSessionID, at time: Timestamp, until expiresAt: Timestamp) async throws
}

/// A query for one page of browser sessions.
package struct BrowserSessionQuery: Hashable, Sendable {
  /// The account that has them; `nil` for those of all.
  package var account: AccountID?
  /// The time at which they have not expired.
  package var time: Timestamp
  /// The page starts behind this one; at the start where it is `nil`.
  package var after: BrowserSessionID?
  /// The maximum number of sessions on the page.
  package var limit: Int

  /// Makes a query.
  package init(account: AccountID?, at time: Timestamp, after: BrowserSessionID? = nil, limit: Int) {
    self.account = account
    self.time = time
    self.after = after
    self.limit = limit
  }
}

extension WoofError {
  /// Refuses a session that is not there.
  package static var noSuchBrowserSession: WoofError {
    WoofError(.notFound, "There is no such session: it has ended, or never was.")
  }
}
