// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofCryptography
package import WoofModel

extension EmbeddedStore: CredentialStore {
  /// Grows after any account or credential changed: at once where this process changed it, within two seconds where
  /// another did.
  package var credentialGeneration: UInt64 { writer.port.credentialGeneration }

  /// The credential of an account; `nil` where there is no account of that name.
  package func credential(of name: AccountName) async throws -> StoredCredential? {
    try await readers.read { snapshot in try snapshot.credential(of: name) }
  }

  /// Adds an account.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `conflict` where the name is taken; nothing changes then.
  package func addAccount(
    _ name: AccountName, passwordHash: PasswordHash, isAdministrator: Bool, at time: Timestamp
  ) async throws -> Account {
    // Beside a service only administrators add accounts; in one, whoever may sign up.
    try await writer.write(mayUseReserve: !folder.isLocked) { transaction in
      try transaction.addAccount(name, passwordHash: passwordHash, isAdministrator: isAdministrator, at: time)
    }
  }

  /// Replaces the password of an account, where it is the one of the given number or none is given.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where there is no such account, or
  ///   `precondition-failed` where it has another password by now.
  package func setPasswordHash(_ hash: PasswordHash, of name: AccountName, replacing version: Int64?) async throws {
    try await writer.write(mayUseReserve: true) { transaction in
      try transaction.setPasswordHash(hash, of: name, replacing: version)
    }
  }

  /// Replaces the hash of an account by another of the same password.
  ///
  /// - Returns: `true` if that is still the account's password; nothing changes where it is not.
  package func renewPasswordHash(
    _ hash: PasswordHash, of name: AccountName, version: Int64
  ) async throws -> Bool {
    try await writer.write { transaction in try transaction.renewPasswordHash(hash, of: name, version: version) }
  }

  /// The number of accounts whose hashes have a cost, by cost; it takes a look at every account.
  package func passwordCosts() async throws -> [PasswordHash.Cost: Int] {
    try await readers.read { snapshot in try snapshot.passwordCosts() }
  }

  /// Forbids or allows an account to sign in.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where there is no such account.
  package func setDisabled(_ isDisabled: Bool, of name: AccountName) async throws {
    try await writer.write(mayUseReserve: true) { transaction in try transaction.setDisabled(isDisabled, of: name) }
  }

  /// All accounts, by name.
  package func accounts() async throws -> [AccountSummary] {
    try await readers.read { snapshot in try snapshot.summaries() }
  }

  /// Returns the summary of an account; `nil` if there is none.
  package func summary(of id: AccountID) async throws -> AccountSummary? {
    try await readers.read { snapshot in try snapshot.summary(of: id) }
  }
}
