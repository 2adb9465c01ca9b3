/// Who may read a photo.
public enum Visibility: String, Codable, Sendable, CaseIterable {
  /// Everybody; the photo stands in the public list.
  case `public`
  /// Whoever knows its id; the photo stands in its owner's lists only.
  case unlisted
  /// Its owner.
  case `private`
}
