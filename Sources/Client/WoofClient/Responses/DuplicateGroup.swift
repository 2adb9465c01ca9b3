// SPDX-License-Identifier: Apache-2.0

/// Photos of the account that look alike: the same picture in another size, quality or tone, or pictures that were taken
/// within moments.
public struct DuplicateGroup: Codable, Hashable, Sendable {
  /// The photo that is best kept: that of the most pixels, among these that of the most bytes, and among these the oldest. All
  /// others look like it.
  public var best: PhotoID
  /// The number of photos, the best among them.
  public var photoCount: Int
  /// The best photo, and then the others, the newest first. At most 100; a larger group is here in part.
  public var photos: [PhotoMetadata]

  /// The photos besides the best, as far as they are here.
  public var others: [PhotoMetadata] { photos.filter { $0.id != best } }

  /// Makes a group.
  ///
  /// - Parameter photoCount: The number of photos; that of `photos` by default.
  public init(best: PhotoID, photoCount: Int? = nil, photos: [PhotoMetadata]) {
    self.best = best
    self.photoCount = photoCount ?? photos.count
    self.photos = photos
  }
}

/// Some of the account's groups of photos that look alike, those with the newest photo first.
public typealias DuplicatePage = ItemPage<DuplicateGroup>
