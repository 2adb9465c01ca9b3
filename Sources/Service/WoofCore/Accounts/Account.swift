// SPDX-License-Identifier: Apache-2.0

public import WoofModel

/// Names an account inside one installation; never shown to clients.
public struct AccountID: RawRepresentable, Hashable, Comparable, Sendable {
  /// The number, from 1.
  public let rawValue: Int64

  /// Makes an id of its number.
  public init(rawValue: Int64) { self.rawValue = rawValue }

  /// Orders accounts as they were added.
  public static func < (left: AccountID, right: AccountID) -> Bool { left.rawValue < right.rawValue }
}

/// An account of the service, which may sign in unless it is disabled.
public struct Account: Hashable, Sendable {
  /// Names the account inside this installation.
  public var id: AccountID
  /// The name that signs in and that photos show as their owner.
  public var name: AccountName
  /// `true` if the account administers the service.
  public var isAdministrator: Bool
  /// `true` if sign-in to the account is refused.
  public var isDisabled: Bool
  /// The time at which the account was added.
  public var createdAt: Timestamp
  /// The number of its password, from 1: it grows whenever the password is replaced.
  public var passwordVersion: Int64

  /// Makes an account, by default with its first password.
  public init(
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
public struct AccountSummary: Hashable, Sendable {
  /// The account itself.
  public var account: Account
  /// The number of photos that the account owns, without deleted ones.
  public var photoCount: Int
  /// The total size in bytes of the originals of the photos that ``photoCount`` counts.
  public var byteCount: Int64
  /// The number of its photos that are deleted and still kept.
  public var deletedPhotoCount: Int
  /// The total size in bytes of the originals of the photos that ``deletedPhotoCount`` counts.
  public var deletedByteCount: Int64
  /// The number of photos that the account likes, without deleted ones.
  public var favouriteCount: Int
  /// The limits that were set for this account alone. Where one is `nil`, the configuration's limit for all applies.
  public var quota: AccountQuota

  /// Makes a summary.
  public init(
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
public struct Principal: Hashable, Sendable {
  /// The id of the account.
  public var id: AccountID
  /// The name under which the account signed in.
  public var name: AccountName
  /// `true` if the account administers the service.
  public var isAdministrator: Bool
  /// The number of the password used to sign in; what was granted then lasts no longer than that password.
  public var passwordVersion: Int64

  /// Makes a principal, by default of an account's first password.
  public init(id: AccountID, name: AccountName, isAdministrator: Bool, passwordVersion: Int64 = 1) {
    self.id = id
    self.name = name
    self.isAdministrator = isAdministrator
    self.passwordVersion = passwordVersion
  }

  /// Makes the principal that acts for an account.
  public init(_ account: Account) {
    self.init(
      id: account.id, name: account.name, isAdministrator: account.isAdministrator,
      passwordVersion: account.passwordVersion)
  }
}
