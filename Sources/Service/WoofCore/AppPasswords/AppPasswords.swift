// SPDX-License-Identifier: Apache-2.0

package import WoofCryptography
package import WoofModel

/// Makes, lists and revokes the passwords of apps.
package final class AppPasswords: Sendable {
  /// The maximum number of app passwords of one account.
  package static let countPerAccount = 100

  /// The store that keeps them.
  package let store: any AppPasswordStore
  private let time: any TimeSource
  private let random: any RandomSource
  private let ids: PhotoIDGenerator

  /// Makes the app passwords of a store.
  ///
  /// - Parameter random: The source of ids and secrets; the system's by default.
  package init(store: any AppPasswordStore, time: any TimeSource, random: any RandomSource = SystemRandomSource()) {
    self.store = store
    self.time = time
    self.random = random
    ids = PhotoIDGenerator(time: time, random: random)
  }

  /// The id of an app password that is to be made, so that it can be named before it is.
  package func nextID() -> AppPasswordID { AppPasswordID(uuid: ids.next()) }

  /// Makes an app password.
  ///
  /// - Parameter principal: Whoever signed in to the account with its own password.
  /// - Returns: The app password, and the secret that is kept nowhere.
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where it would be good for nothing or has ended
  ///   already, and as ``AppPasswordStore/addAppPassword(_:secretHash:countLimit:)``.
  package func make(
    _ id: AppPasswordID, named name: String, for scopes: AppPasswordScopes, until expiresAt: Timestamp?,
    by principal: Principal
  ) async throws -> (password: AppPassword, secret: AppPasswordSecret) {
    let (now, secret) = (time.now(), try AppPasswordSecret(random: random))
    if let expiresAt, expiresAt <= now {
      throw WoofError(
        .invalidParameter, "The app password would have ended already; name a later time.",
        details: ["parameter": "expiresAt"])
    }
    let password = AppPassword(
      id: id, account: Account(principal, createdAt: now), name: name, scopes: scopes, createdAt: now,
      expiresAt: expiresAt)
    try await store.addAppPassword(password, secretHash: secret.hash, countLimit: Self.countPerAccount)
    return (password, secret)
  }

  /// Returns the app password of an id.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where there is none, `internal` or `unavailable`.
  package func appPassword(_ id: AppPasswordID) async throws -> AppPassword {
    guard let password = try await store.appPassword(id) else { throw WoofError.noSuchAppPassword }
    return password
  }

  /// Returns a page of app passwords, the newest first, and the place at which the next page begins.
  ///
  /// - Parameter account: The account that has them; `nil` for those of all.
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `unavailable`.
  package func appPasswords(
    of account: AccountID?, after id: AppPasswordID?, limit: Int
  ) async throws -> Page<AppPassword, AppPasswordID> {
    let query = AppPasswordQuery(account: account, after: id, limit: limit + 1)
    return Page(try await store.appPasswords(query), limit: limit) { $0.id }
  }

  /// Revokes an app password of an account: who has it is signed in no longer, at once, and its live streams end within
  /// seconds.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where the account has none of that id, `internal`,
  ///   `unavailable` or `insufficient-storage`.
  package func revoke(_ id: AppPasswordID, of account: AccountID) async throws {
    guard try await store.removeAppPassword(id, of: account) else { throw WoofError.noSuchAppPassword }
  }
}
