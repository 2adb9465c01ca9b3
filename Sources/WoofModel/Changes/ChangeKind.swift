/// What changed about a photo.
public enum ChangeKind: String, Codable, Sendable, CaseIterable {
  /// The photo came in, or its metadata changed.
  case photo
  /// Only its favourites changed.
  case favourites
  /// It was deleted, or the reader may read it no longer.
  case deleted
}
