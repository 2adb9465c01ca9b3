/// A photo that the service has taken in, durably.
public struct UploadedPhoto: Hashable, Sendable {
  /// The metadata. What is made of the pixels comes seconds later, with a change.
  public var photo: PhotoMetadata
  /// Whether the account had no photo of these bytes before; where it had, this is that one, and nothing of it changed.
  public var isNew: Bool

  /// Makes an uploaded photo.
  public init(photo: PhotoMetadata, isNew: Bool) {
    self.photo = photo
    self.isNew = isNew
  }
}
