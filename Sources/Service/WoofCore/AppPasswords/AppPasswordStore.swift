// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// Keeps the passwords of apps. Whatever a write answers is durable, and visible to every later read.
///
/// An app password lasts no longer than the password that the account had when it was made: when that is replaced, or the
/// account is deleted, the store removes all its app passwords in the same transaction. The
/// ``CredentialStore/credentialGeneration`` grows whenever one is removed.
///
/// All calls may throw ``WoofModel/WoofError`` with the codes `internal`, `unavailable` and, when they write,
/// `insufficient-storage`.
package protocol AppPasswordStore: Sendable {
  /// Keeps a new app password.
  ///
  /// - Parameters:
  ///   - hash: The hash of its secret.
  ///   - countLimit: The maximum number of app passwords of the account; those that have expired at `createdAt` are removed
  ///     and do not count.
  /// - Throws: ``WoofModel/WoofError`` with the code `insufficient-storage` where the account has so many, `forbidden` where
  ///   it has been disabled, `conflict` where it has been deleted, or `authentication-required` where it has another
  ///   password by now.
  func addAppPassword(_ password: AppPassword, secretHash hash: Digest, countLimit: Int) async throws

  /// Returns the app password of a secret; `nil` if there is none. It may have expired.
  func appPassword(ofSecretHash hash: Digest) async throws -> AppPassword?

  /// Returns the app password of an id; `nil` if there is none. It may have expired.
  func appPassword(_ id: AppPasswordID) async throws -> AppPassword?

  /// Returns a page of app passwords, the newest first, those that have expired as well.
  func appPasswords(_ query: AppPasswordQuery) async throws -> [AppPassword]

  /// Removes an app password of an account, and the upload tickets that were issued with it.
  ///
  /// - Returns: `true` if there was one.
  func removeAppPassword(_ id: AppPasswordID, of account: AccountID) async throws -> Bool

  /// Notes that an app password was used; does nothing where it is gone. The generation stays.
  func noteUse(ofAppPassword id: AppPasswordID, at time: Timestamp) async throws
}

/// A query for one page of app passwords.
package struct AppPasswordQuery: Hashable, Sendable {
  /// The account that has them; `nil` for those of all.
  package var account: AccountID?
  /// The page starts behind this one; at the start where it is `nil`.
  package var after: AppPasswordID?
  /// The maximum number of app passwords on the page.
  package var limit: Int

  /// Makes a query.
  package init(account: AccountID?, after: AppPasswordID? = nil, limit: Int) {
    self.account = account
    self.after = after
    self.limit = limit
  }
}

extension AppPassword {
  /// Checks that an account may have another app password.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `insufficient-storage`.
  package static func admit(count: Int, countLimit: Int) throws(WoofError) {
    guard count < countLimit else {
      throw .full(
        "appPasswords", Int64(countLimit), Int64(count),
        "The account has \(count) app passwords of \(countLimit) that it may have; revoke some")
    }
  }
}

extension WoofError {
  /// Refuses an app password that is not there.
  package static var noSuchAppPassword: WoofError {
    WoofError(.notFound, "There is no such app password: it has been revoked, or never was.")
  }
}
