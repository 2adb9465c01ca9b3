/// A photo, as administrators see it: private ones too, and deleted ones until their grace period ends.
public struct AdminPhoto: Codable, Hashable, Sendable {
  /// What everybody sees of it who may read it.
  public var metadata: PhotoMetadata
  /// When it was deleted; absent for one that is not, and for one whose grace period has ended.
  public var deletedAt: Timestamp?
  /// Until when it can be restored; absent where it cannot be.
  public var restorableUntil: Timestamp?
  /// Whether something is still to be derived from it.
  public var awaitsDerivation: Bool

  /// Makes a photo.
  public init(
    metadata: PhotoMetadata, deletedAt: Timestamp? = nil, restorableUntil: Timestamp? = nil,
    awaitsDerivation: Bool = false
  ) {
    self.metadata = metadata
    self.deletedAt = deletedAt
    self.restorableUntil = restorableUntil
    self.awaitsDerivation = awaitsDerivation
  }
}
