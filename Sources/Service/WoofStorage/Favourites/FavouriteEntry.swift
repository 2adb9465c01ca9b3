// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

/// A favourite that was set or unset: what became of it and of its photo, in absolute terms, so that writing it down
/// twice changes nothing.
struct FavouriteEntry: Hashable {
  /// The number of the photo.
  var photo: Int64
  /// The account that likes the photo, or no longer does.
  var account: AccountID
  /// The time since which the account likes the photo; `nil` if it does not.
  var setAt: Timestamp?
  /// The photo's count after it.
  var favouriteCount: Int
  /// The photo's version after it.
  var version: Int64
  /// The position in the change log.
  var sequence: Int64
}

/// One account and one photo.
struct FavouriteKey: Hashable {
  /// The number of the photo.
  var photo: Int64
  /// The account that likes the photo.
  var account: AccountID

  /// Feeds both numbers to a hasher as one, which takes half the time: they are small, and nobody chooses them.
  func hash(into hasher: inout Hasher) { hasher.combine(photo &<< 32 ^ account.rawValue) }
}
