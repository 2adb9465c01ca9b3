// SPDX-License-Identifier: Apache-2.0

public import WoofModel

/// A photo, and what only administrators know of it.
public struct AdministeredPhoto: Hashable, Sendable {
  /// The record of the photo, deleted or not.
  public var record: PhotoRecord
  /// The time of deletion; `nil` if the photo is not deleted or can no longer be restored.
  public var deletedAt: Timestamp?
  /// The time until which the photo can be restored; `nil` if it cannot be restored.
  public var restorableUntil: Timestamp?
  /// `true` if the photo is in the queue for derivation.
  public var awaitsDerivation: Bool

  /// Makes a photo.
  public init(
    record: PhotoRecord, deletedAt: Timestamp? = nil, restorableUntil: Timestamp? = nil, awaitsDerivation: Bool = false
  ) {
    self.record = record
    self.deletedAt = deletedAt
    self.restorableUntil = restorableUntil
    self.awaitsDerivation = awaitsDerivation
  }
}

/// The favourite that one account has set on a photo.
public struct PhotoFavourite: Hashable, Sendable {
  /// The name of the account that set it.
  public var account: AccountName
  /// The time at which the favourite was set.
  public var setAt: Timestamp

  /// Makes a favourite.
  public init(account: AccountName, setAt: Timestamp) {
    self.account = account
    self.setAt = setAt
  }
}
