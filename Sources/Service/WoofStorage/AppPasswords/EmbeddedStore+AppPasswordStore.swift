// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel

extension EmbeddedStore: AppPasswordStore {
  /// Keeps a new app password, and removes those of its account that have expired.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `insufficient-storage` where the account has too many, `forbidden` where
  ///   it has been disabled, `conflict` where it has been deleted, or `authentication-required` where it has another
  ///   password by now.
  package func addAppPassword(_ password: AppPassword, secretHash hash: Digest, countLimit: Int) async throws {
    try await writer.write { transaction in
      try transaction.addAppPassword(password, secretHash: hash, countLimit: countLimit)
    }
  }

  /// Returns the app password of a secret; `nil` if there is none. It may have expired.
  package func appPassword(ofSecretHash hash: Digest) async throws -> AppPassword? {
    try await readers.read { snapshot in try snapshot.appPassword(ofSecretHash: hash) }
  }

  /// Returns the app password of an id; `nil` if there is none. It may have expired.
  package func appPassword(_ id: AppPasswordID) async throws -> AppPassword? {
    try await readers.read { snapshot in try snapshot.appPassword(id) }
  }

  /// Returns a page of app passwords, the newest first, those that have expired as well.
  package func appPasswords(_ query: AppPasswordQuery) async throws -> [AppPassword] {
    try await readers.read(cost: .page(query.limit)) { snapshot in try snapshot.appPasswords(query) }
  }

  /// Removes an app password of an account.
  ///
  /// - Returns: `true` if there was one.
  package func removeAppPassword(_ id: AppPasswordID, of account: AccountID) async throws -> Bool {
    try await writer.write(mayUseReserve: true) { transaction in try transaction.removeAppPassword(id, of: account) }
  }

  /// Notes that an app password was used; does nothing where it is gone.
  package func noteUse(ofAppPassword id: AppPasswordID, at time: Timestamp) async throws {
    try await writer.write { transaction in try transaction.noteUse(ofAppPassword: id, at: time) }
  }
}
