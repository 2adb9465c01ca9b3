// SPDX-License-Identifier: Apache-2.0

/// Some photos of a list, in its order.
public struct PhotoPage: Codable, Hashable, Sendable {
  /// The metadata of the page's photos, in the order of the list.
  public var items: [PhotoMetadata]
  /// The cursor at which the next page begins; `nil` on the last page.
  public var next: PageCursor?

  /// Makes a page.
  public init(items: [PhotoMetadata], next: PageCursor? = nil) {
    self.items = items
    self.next = next
  }
}

/// An opaque place in a list, which stays valid while photos come and go.
public struct PageCursor: RawRepresentable, Codable, Hashable, Sendable {
  /// The text that the service gave.
  public let rawValue: String

  /// Makes a cursor of the text that the service gave.
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The order of the photos in a list.
public enum PhotoOrder: String, Codable, Sendable, CaseIterable {
  /// The newest photos come first.
  case newest
  /// The photos with the most favourites come first.
  case popular
  /// The photos that were taken last come first, by ``WoofModel/PhotoMetadata/moment``.
  case taken
}

/// A photo's metadata, with what names this state of it.
public struct VersionedPhoto: Hashable, Sendable {
  /// The metadata in the state that ``entityTag`` names.
  public var photo: PhotoMetadata
  /// The `ETag` (RFC 9110 §8.8.3), with its quotes; a change or deletion can be made to depend on it.
  public var entityTag: String

  /// Makes a versioned photo.
  public init(photo: PhotoMetadata, entityTag: String) {
    self.photo = photo
    self.entityTag = entityTag
  }
}
