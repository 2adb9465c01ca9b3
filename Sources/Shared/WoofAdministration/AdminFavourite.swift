// SPDX-License-Identifier: Apache-2.0

public import WoofModel

/// The favourite that one account has set on a photo.
public struct AdminFavourite: Codable, Hashable, Sendable {
  /// The account's name.
  public var account: String
  /// The time at which the favourite was set.
  public var setAt: Timestamp

  /// Makes a favourite.
  public init(account: String, setAt: Timestamp) {
    self.account = account
    self.setAt = setAt
  }
}
