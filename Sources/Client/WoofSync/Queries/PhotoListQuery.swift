// SPDX-License-Identifier: Apache-2.0

/// A list of a replica's photos: which, and in what order.
public struct PhotoListQuery: Hashable, Sendable {
  /// The photos of a list.
  public enum Filter: Hashable, Sendable {
    /// All that the replica keeps.
    case all
    /// The account's own, of every visibility, those that wait for their upload included.
    case own
    /// The account's favourites.
    case favourites
    /// Those of an account.
    case owner(String)
  }

  /// The photos.
  public var filter: Filter
  /// The order; the newest first by default. The id decides between photos that are alike in it, so that it is total.
  public var order: PhotoOrder

  /// Makes a query.
  public init(_ filter: Filter = .all, order: PhotoOrder = .newest) {
    self.filter = filter
    self.order = order
  }

  /// Returns `true` if a photo belongs to the list.
  ///
  /// - Parameter account: The replica's account.
  func holds(_ photo: ReplicaPhoto, account: String?) -> Bool {
    switch filter {
    case .all: true
    case .own: photo.isUploading || photo.metadata.owner == account
    case .favourites: photo.metadata.isFavourite == true
    case .owner(let name): photo.metadata.owner == name
    }
  }

  /// The place of a photo in the order.
  func key(of photo: ReplicaPhoto) -> PhotoKey {
    let rank: Int64 =
      switch order {
      case .newest: 0
      case .popular: Int64(photo.metadata.favouriteCount)
      case .taken: photo.metadata.moment.milliseconds
      }
    return PhotoKey(id: photo.id, rank: rank)
  }
}

/// The place of a photo in an order. A list runs from the greatest key to the smallest.
struct PhotoKey: Hashable, Comparable, Sendable {
  var id: PhotoID
  /// The count or the moment, in an order by it; 0 in others.
  var rank: Int64

  static func < (left: PhotoKey, right: PhotoKey) -> Bool { (left.rank, left.id) < (right.rank, right.id) }
}
