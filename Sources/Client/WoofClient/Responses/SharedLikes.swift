// SPDX-License-Identifier: Apache-2.0

/// The likes of guests of a share link for one photo. They are counted apart from the favourites of accounts.
public struct SharedLikes: Codable, Hashable, Sendable {
  /// The number of guests who like the photo.
  public var count: Int
  /// The names of some of them, 20 at most.
  public var names: [String]
  /// `true` if the guest who asks likes it.
  public var isLiked: Bool

  enum CodingKeys: String, CodingKey {
    case count = "likeCount"
    case names = "likedBy"
    case isLiked
  }

  /// Makes likes, as tests do; none by default.
  public init(count: Int = 0, names: [String] = [], isLiked: Bool = false) {
    self.count = count
    self.names = names
    self.isLiked = isLiked
  }
}

/// A like of a guest of a share link, as whoever made the link sees it.
public struct LinkLike: Codable, Hashable, Sendable {
  /// The photo.
  public var photo: PhotoID
  /// The name of the guest. Nobody has checked whose it is.
  public var name: String
  /// The time at which the guest liked the photo.
  public var likedAt: Timestamp

  /// Makes a like, as tests do.
  public init(photo: PhotoID, name: String, likedAt: Timestamp) {
    self.photo = photo
    self.name = name
    self.likedAt = likedAt
  }
}

/// Some of the likes of a link's guests, the newest first.
public typealias LinkLikePage = ItemPage<LinkLike>
