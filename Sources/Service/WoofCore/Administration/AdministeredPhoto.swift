public import WoofModel

/// A photo, and what only administrators know of it.
public struct AdministeredPhoto: Hashable, Sendable {
  /// The photo.
  public var record: PhotoRecord
  /// When it was deleted; `nil` for one that is not, and for one that can be restored no longer.
  public var deletedAt: Timestamp?
  /// Until when it can be restored; `nil` where it cannot be.
  public var restorableUntil: Timestamp?
  /// Whether something is still to be derived from it.
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

/// That an account likes a photo.
public struct PhotoFavourite: Hashable, Sendable {
  /// The account's name.
  public var account: AccountName
  /// When the favourite was set.
  public var setAt: Timestamp

  /// Makes a favourite.
  public init(account: AccountName, setAt: Timestamp) {
    self.account = account
    self.setAt = setAt
  }
}
