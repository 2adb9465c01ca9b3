// SPDX-License-Identifier: Apache-2.0

public import WoofModel

/// An account, as administrators see it.
public struct AdminAccount: Codable, Hashable, Sendable {
  /// The name with which the account signs in.
  public var name: String
  /// `true` if the account administers the service.
  public var isAdministrator: Bool
  /// `true` if sign-in to the account is refused.
  public var isDisabled: Bool
  /// The time at which the account was added.
  public var createdAt: Timestamp
  /// The number of photos that the account owns, without deleted ones.
  public var photoCount: Int
  /// The number of photos that the account likes, without deleted ones.
  public var favouriteCount: Int
  /// The amounts of its quota that it uses: bytes, photos and resumable uploads.
  public var used: AccountUse
  /// The limits that apply to it, its own or those of all accounts. A limit that is `nil` does not exist.
  public var quota: AccountQuota
  /// The limits that were set for this account alone; `nil` if none were.
  public var ownQuota: AccountQuota?

  private enum CodingKeys: String, CodingKey {
    case name, createdAt, photoCount, favouriteCount, used, quota, ownQuota
    case isAdministrator = "admin"
    case isDisabled = "disabled"
  }

  /// Makes an account.
  public init(
    name: String, isAdministrator: Bool, isDisabled: Bool, createdAt: Timestamp, photoCount: Int, favouriteCount: Int,
    used: AccountUse = AccountUse(), quota: AccountQuota = AccountQuota(), ownQuota: AccountQuota? = nil
  ) {
    self.name = name
    self.isAdministrator = isAdministrator
    self.isDisabled = isDisabled
    self.createdAt = createdAt
    self.photoCount = photoCount
    self.favouriteCount = favouriteCount
    self.used = used
    self.quota = quota
    self.ownQuota = ownQuota
  }
}
