// SPDX-License-Identifier: Apache-2.0

/// The account of the credential, as the service tells of it.
public struct Account: Codable, Hashable, Sendable {
  /// The name with which it signs in.
  public var name: String
  /// `true` if the account may administer the service.
  public var isAdministrator: Bool
  /// The time at which the account was added.
  public var createdAt: Timestamp
  /// The number of photos that the account owns.
  public var photoCount: Int
  /// The number of photos that are favourites of the account.
  public var favouriteCount: Int
  /// The visibility of a photo whose upload does not give one; `nil` if the service does not tell it.
  ///
  /// Services before 0.2 do not tell it; with them, everybody may read such a photo.
  public var defaultVisibility: Visibility?
  /// The part of its quota that the account uses; `nil` if the service does not tell it, as before 0.2.
  public var used: AccountUse?
  /// The limits of the account, of which a missing one means no limit; `nil` if the service does not tell them.
  public var quota: AccountQuota?

  /// `true` if the account may invite others to sign up; `nil` if the service does not tell it.
  public var mayInvite: Bool?

  private enum CodingKeys: String, CodingKey {
    case name, createdAt, photoCount, favouriteCount, defaultVisibility, used, quota, mayInvite
    case isAdministrator = "admin"
  }

  /// Makes an account.
  public init(
    name: String, isAdministrator: Bool = false, createdAt: Timestamp, photoCount: Int = 0, favouriteCount: Int = 0,
    defaultVisibility: Visibility? = nil, used: AccountUse? = nil, quota: AccountQuota? = nil
  ) {
    self.name = name
    self.isAdministrator = isAdministrator
    self.createdAt = createdAt
    self.photoCount = photoCount
    self.favouriteCount = favouriteCount
    self.defaultVisibility = defaultVisibility
    self.used = used
    self.quota = quota
  }
}
