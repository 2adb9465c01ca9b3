// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// An account, as administrators see it.
package struct AdminAccount: Codable, Hashable, Sendable {
  /// The name with which the account signs in.
  package var name: String
  /// `true` if the account administers the service.
  package var isAdministrator: Bool
  /// `true` if sign-in to the account is refused.
  package var isDisabled: Bool
  /// The time at which the account was added.
  package var createdAt: Timestamp
  /// The number of photos that the account owns, without deleted ones.
  package var photoCount: Int
  /// The number of photos that the account likes, without deleted ones.
  package var favouriteCount: Int
  /// The amounts of its quota that it uses: bytes, photos and resumable uploads.
  package var used: AccountUse
  /// The limits that apply to it, its own or those of all accounts. A limit that is `nil` does not exist.
  package var quota: AccountQuota
  /// The limits that were set for this account alone; `nil` if none were.
  package var ownQuota: AccountQuota?

  private enum CodingKeys: String, CodingKey {
    case name, createdAt, photoCount, favouriteCount, used, quota, ownQuota
    case isAdministrator = "admin"
    case isDisabled = "disabled"
  }

  /// Makes an account.
  package init(
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
