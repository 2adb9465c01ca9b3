// SPDX-License-Identifier: Apache-2.0

/// A photo that the service has taken in, durably.
public struct UploadedPhoto: Hashable, Sendable {
  /// The metadata. What is made of the pixels comes seconds later, with a change.
  public var photo: PhotoMetadata
  /// `true` if the account had no photo with these bytes before; `false` if it had one, which is then `photo` and stays
  /// unchanged.
  public var isNew: Bool

  /// Makes an uploaded photo.
  public init(photo: PhotoMetadata, isNew: Bool) {
    self.photo = photo
    self.isNew = isNew
  }
}
