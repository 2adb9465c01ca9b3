// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel

extension EmbeddedStore: BrowserSessionStore {
  /// Keeps a new session, and removes those of its account that have expired or are too many.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `forbidden` where the account has been disabled, `conflict` where it has
  ///   been deleted, or `authentication-required` where it has another password by now.
  package func addBrowserSession(_ session: BrowserSession, secretHash hash: Digest, countLimit: Int) async throws {
    try await writer.write { transaction in
      try transaction.addBrowserSession(session, secretHash: hash, countLimit: countLimit)
    }
  }

  /// Returns the session of a secret; `nil` if there is none. It may have expired.
  package func browserSession(ofSecretHash hash: Digest) async throws -> BrowserSession? {
    try await readers.read { snapshot in try snapshot.browserSession(ofSecretHash: hash) }
  }

  /// Returns the session of an id; `nil` if there is none. It may have expired.
  package func browserSession(_ id: BrowserSessionID) async throws -> BrowserSession? {
    try await readers.read { snapshot in try snapshot.browserSession(id) }
  }

  /// Returns a page of sessions, the newest first, without those that have expired.
  package func browserSessions(_ query: BrowserSessionQuery) async throws -> [BrowserSession] {
    try await readers.read(cost: .page(query.limit)) { snapshot in try snapshot.browserSessions(query) }
  }

  /// Removes a session of an account.
  ///
  /// - Returns: `true` if there was one.
  package func removeBrowserSession(_ id: BrowserSessionID, of account: AccountID) async throws -> Bool {
    try await writer.write(mayUseReserve: true) { transaction in try transaction.removeBrowserSession(id, of: account) }
  }

  /// Removes all sessions of an account.
  ///
  /// - Returns: The number of sessions that there were.
  package func removeBrowserSessions(of account: AccountID) async throws -> Int {
    try await writer.write(mayUseReserve: true) { transaction in
      let count = try transaction.removeBrowserSessions(of: account)
      if count > 0 { try transaction.advanceGeneration() }
      return count
    }
  }

  /// Notes that a session was used and lasts longer for that; does nothing where it is gone.
  package func noteUse(
    ofBrowserSession id: BrowserSessionID, at time: Timestamp, until expiresAt: Timestamp
  ) async throws {
    try await writer.write { transaction in
      try transaction.noteUse(ofBrowserSession: id, at: time, until: expiresAt)
    }
  }
}
