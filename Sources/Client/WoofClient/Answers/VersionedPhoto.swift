// SPDX-License-Identifier: Apache-2.0

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
