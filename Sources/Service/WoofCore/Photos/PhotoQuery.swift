// SPDX-License-Identifier: Apache-2.0

public import WoofModel

/// The selection of photos for one page, their order, and the place at which the page starts.
public struct PhotoQuery: Hashable, Sendable {
  /// The orders of a list of photos.
  public enum Order: String, Sendable, CaseIterable {
    /// The newest first.
    case newest
    /// The most liked first, and among equals the newest.
    case popular
  }

  /// The scopes of a query: the owners of the photos, and the reader to whom they are shown.
  public enum Scope: Hashable, Sendable {
    /// Public photos of all, and all of the reader's own.
    case readable(by: AccountID?)
    /// The photos of one account: all of them for itself, the public ones for anybody else.
    case owned(by: AccountName, reader: AccountID?)
  }

  /// A place in a list, which stays valid while photos come and go.
  public struct Cursor: Hashable, Sendable {
    /// The count of the photo before the page; it matters for the popular order only.
    public var favouriteCount: Int
    /// The photo before the page.
    public var id: PhotoID

    /// Makes a cursor.
    public init(favouriteCount: Int, id: PhotoID) {
      self.favouriteCount = favouriteCount
      self.id = id
    }
  }

  /// The owners of the photos, and the reader to whom they are shown.
  public var scope: Scope
  /// The order of the photos.
  public var order: Order
  /// The range of the ids; `nil` for all ids. For the newest order only.
  public var ids: ClosedRange<PhotoID>?
  /// The page starts behind this photo; at the start where it is `nil`.
  public var after: Cursor?
  /// The maximum number of photos on the page.
  public var limit: Int

  /// Makes a query.
  public init(
    scope: Scope, order: Order = .newest, ids: ClosedRange<PhotoID>? = nil, after: Cursor? = nil, limit: Int
  ) {
    self.scope = scope
    self.order = order
    self.ids = ids
    self.after = after
    self.limit = limit
  }
}

/// A photo that an account likes, and the place of that in the account's list.
public struct Favourite: Hashable, Sendable {
  /// The record of the photo.
  public var photo: PhotoRecord
  /// The place.
  public var cursor: FavouriteCursor

  /// Makes a favourite.
  public init(photo: PhotoRecord, cursor: FavouriteCursor) {
    self.photo = photo
    self.cursor = cursor
  }
}

/// A place in an account's list of favourites.
public struct FavouriteCursor: Hashable, Sendable {
  /// The time at which the favourite was set.
  public var setAt: Timestamp
  /// The id of the photo at that place.
  public var id: PhotoID

  /// Makes a cursor.
  public init(setAt: Timestamp, id: PhotoID) {
    self.setAt = setAt
    self.id = id
  }
}
