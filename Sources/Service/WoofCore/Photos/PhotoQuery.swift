public import WoofModel

/// Which photos a page shows, and where it starts.
public struct PhotoQuery: Hashable, Sendable {
  /// In which order photos stand.
  public enum Order: String, Sendable, CaseIterable {
    /// The newest first.
    case newest
    /// The most liked first, and among equals the newest.
    case popular
  }

  /// Whose photos are shown to whom.
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

  /// Whose photos are shown to whom.
  public var scope: Scope
  /// In which order.
  public var order: Order
  /// Photos of which ids; of any where it is `nil`. For the newest order only.
  public var ids: ClosedRange<PhotoID>?
  /// The page starts behind this photo; at the start where it is `nil`.
  public var after: Cursor?
  /// How many photos at most.
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
  /// The photo.
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
  /// When the favourite was set.
  public var setAt: Timestamp
  /// Of which photo.
  public var id: PhotoID

  /// Makes a cursor.
  public init(setAt: Timestamp, id: PhotoID) {
    self.setAt = setAt
    self.id = id
  }
}
