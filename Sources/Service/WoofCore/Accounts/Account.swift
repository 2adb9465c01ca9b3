// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// Names an account inside one installation; never shown to clients.
package struct AccountID: RawRepresentable, Hashable, Comparable, Sendable {
  /// The number, from 1.
  package let rawValue: Int64

  /// Makes an id of its number.
  package init(rawValue: Int64) { self.rawValue = rawValue }

  /// Orders accounts as they were added.
  package static func < (left: AccountID, right: AccountID) -> Bool { left.rawValue < right.rawValue }
}

/// An account of the service, which may sign in unless it is disabled.
package struct Account: Hashable, Sendable {
  /// Names the account inside this installation.
  package var id: AccountID
  /// The name that signs in and that photos show as their owner.
  package var name: AccountName
  /// `true` if the account administers the service.
  package var isAdministrator: Bool
  /// `true` if sign-in to the account is refused.
  package var isDisabled: Bool
  /// The time at which the account was added.
  package var createdAt: Timestamp
  /// The number of its password, from 1: it grows whenever the password is replaced.
  package var passwordVersion: Int64

  /// Makes an account, by default with its first password.
  package init(
    id: AccountID, name: AccountName, isAdministrator: Bool, isDisabled: Bool, createdAt: Timestamp,
    passwordVersion: Int64 = 1
  ) {
    self.id = id
    self.name = name
    self.isAdministrator = isAdministrator
    self.isDisabled = isDisabled
    self.createdAt = createdAt
    self.passwordVersion = passwordVersion
  }
}

/// An account with the amounts of its content and its own quota.
package struct AccountSummary: Hashable, Sendable {
  /// The account itself.
  package var account: Account
  /// The number of photos that the account owns, without deleted ones.
  package var photoCount: Int
  /// The total size in bytes of the originals of the photos that ``photoCount`` counts.
  package var byteCount: Int64
  /// The number of its photos that are deleted and still kept.
  package var deletedPhotoCount: Int
  /// The total size in bytes of the originals of the photos that ``deletedPhotoCount`` counts.
  package var deletedByteCount: Int64
  /// The number of photos that the account likes, without deleted ones.
  package var favouriteCount: Int
  /// The limits that were set for this account alone. Where one is `nil`, the configuration's limit for all applies.
  package var quota: AccountQuota

  /// Makes a summary.
  package init(
    account: Account, photoCount: Int = 0, byteCount: Int64 = 0, deletedPhotoCount: Int = 0,
    deletedByteCount: Int64 = 0, favouriteCount: Int = 0, quota: AccountQuota = AccountQuota()
  ) {
    self.account = account
    self.photoCount = photoCount
    self.byteCount = byteCount
    self.deletedPhotoCount = deletedPhotoCount
    self.deletedByteCount = deletedByteCount
    self.favouriteCount = favouriteCount
    self.quota = quota
  }
}

/// The account on whose behalf a request acts.
package struct Principal: Hashable, Sendable {
  /// The id of the account.
  package var id: AccountID
  /// The name under which the account signed in.
  package var name: AccountName
  /// `true` if the account administers the service.
  package var isAdministrator: Bool
  /// The number of the password used to sign in; what was granted then lasts no longer than that password.
  package var passwordVersion: Int64
  /// The app password used to sign in, which limits what the principal may do; `nil` where it was the account's own.
  package var appPassword: AppPasswordGrant?
  /// The browser session that the principal acts in; `nil` if a name and a password came with the request.
  package var session: BrowserSessionGrant?

  /// Makes a principal that signed in with an account's own password, by default its first.
  package init(id: AccountID, name: AccountName, isAdministrator: Bool, passwordVersion: Int64 = 1) {
    self.id = id
    self.name = name
    self.isAdministrator = isAdministrator
    self.passwordVersion = passwordVersion
  }

  /// Makes the principal that acts for an account.
  package init(_ account: Account) {
    self.init(
      id: account.id, name: account.name, isAdministrator: account.isAdministrator,
      passwordVersion: account.passwordVersion)
  }

  /// `true` if the principal signed in with an app password, or acts in a browser session, that has expired at a time.
  package func hasExpired(at time: Timestamp) -> Bool {
    appPassword?.hasExpired(at: time) == true || session.map { $0.expiresAt <= time } == true
  }
}

extension Account {
  /// Makes the account of whoever has just signed in to it, for something that is given to it.
  ///
  /// - Parameter createdAt: The time that stands for that of the account, which a principal does not know.
  init(_ principal: Principal, createdAt: Timestamp) {
    self.init(
      id: principal.id, name: principal.name, isAdministrator: principal.isAdministrator, isDisabled: false,
      createdAt: createdAt, passwordVersion: principal.passwordVersion)
  }
}
