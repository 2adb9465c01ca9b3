// SPDX-License-Identifier: Apache-2.0

package import WoofCryptography
package import WoofModel

/// An account and the hash of its password.
package struct StoredCredential: Sendable {
  /// The account that signs in with the password.
  package var account: Account
  /// The salted hash that a password is checked against.
  package var passwordHash: PasswordHash

  /// Makes a credential.
  package init(account: Account, passwordHash: PasswordHash) {
    self.account = account
    self.passwordHash = passwordHash
  }
}

/// Keeps the accounts and what proves them. Another process may change the same accounts at any time.
///
/// All calls may throw ``WoofModel/WoofError`` with the codes `internal`, `unavailable` and, when they write,
/// `insufficient-storage`.
package protocol CredentialStore: Sendable {
  /// Grows after any account or credential changed, whoever changed it; reading it costs next to nothing.
  ///
  /// A change made by this process shows at once, one made by another process within two seconds.
  var credentialGeneration: UInt64 { get }

  /// The credential of an account; `nil` where there is no account of that name.
  func credential(of name: AccountName) async throws -> StoredCredential?

  /// Adds an account.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `conflict` where the name is taken; nothing changes then.
  func addAccount(
    _ name: AccountName, passwordHash: PasswordHash, isAdministrator: Bool, at time: Timestamp
  ) async throws -> Account

  /// Replaces the password of an account; ``Account/passwordVersion`` grows by one.
  ///
  /// - Parameter version: The number of the password that is to be replaced; `nil` for whichever there is.
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where there is no such account, or
  ///   `precondition-failed` where it has another password by now; nothing changes then.
  func setPasswordHash(_ hash: PasswordHash, of name: AccountName, replacing version: Int64?) async throws

  /// Replaces the hash of an account by another of the same password; ``credentialGeneration`` stays.
  ///
  /// - Parameter version: The number of the password.
  /// - Returns: `true` if that is still the account's password; nothing changes where it is not.
  func renewPasswordHash(_ hash: PasswordHash, of name: AccountName, version: Int64) async throws -> Bool

  /// The number of accounts whose hashes have a cost, by cost.
  func passwordCosts() async throws -> [PasswordHash.Cost: Int]

  /// Forbids or allows an account to sign in.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where there is no such account.
  func setDisabled(_ isDisabled: Bool, of name: AccountName) async throws

  /// All accounts, by name.
  func accounts() async throws -> [AccountSummary]

  /// Returns the summary of an account; `nil` if there is no such account.
  func summary(of id: AccountID) async throws -> AccountSummary?
}

extension CredentialStore {
  /// Replaces the password of an account, whichever it has.
  ///
  /// - Throws: As ``setPasswordHash(_:of:replacing:)``.
  package func setPasswordHash(_ hash: PasswordHash, of name: AccountName) async throws {
    try await setPasswordHash(hash, of: name, replacing: nil)
  }
}

// Refusals that are the same whichever store keeps the accounts.

extension WoofError {
  /// Refuses a name that an account has, or had before it was deleted.
  package static func nameTaken(_ name: AccountName) -> WoofError {
    WoofError(.conflict, "There is, or was, an account called \(name) already.")
  }

  /// Refuses a name that no account has.
  package static func noAccount(_ name: AccountName) -> WoofError {
    WoofError(.notFound, "There is no account called \(name).")
  }

  /// Refuses what an account does that has been deleted meanwhile.
  package static var deletedAccount: WoofError { WoofError(.conflict, "The account has been deleted.") }

  /// Refuses what an account does that has been disabled meanwhile.
  package static var disabledAccount: WoofError { WoofError(.forbidden, "The account has been disabled.") }

  /// Refuses to replace a password that is not the account's any more.
  package static func passwordReplaced(of name: AccountName) -> WoofError {
    WoofError(.preconditionFailed, "The password of \(name) has been replaced meanwhile.")
  }

  /// Refuses what somebody does who has signed in with a password that is not the account's any more.
  package static var outdatedPassword: WoofError {
    WoofError(.authenticationRequired, "The password of the account has been replaced meanwhile.")
  }

  /// Refuses what somebody does who has signed in with an app password that has been revoked meanwhile.
  package static var revokedAppPassword: WoofError {
    WoofError(.authenticationRequired, "The app password has been revoked meanwhile.")
  }
}
