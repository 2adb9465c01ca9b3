/// How much is stored.
public struct StoredCounts: Hashable, Sendable {
  /// How many accounts there are, deleted ones not counted.
  public var accountCount = 0
  /// How many photos there are, deleted ones not counted.
  public var photoCount = 0
  /// How many deleted photos still take room: they can be restored, or are about to be removed.
  public var restorablePhotoCount = 0
  /// How many favourites are set.
  public var favouriteCount = 0
  /// How many variants there are.
  public var variantCount = 0
  /// How many blobs are needed.
  public var blobCount = 0
  /// How many bytes these have together.
  public var blobByteCount: Int64 = 0
  /// How many bytes the database takes on the disk.
  public var recordByteCount: Int64 = 0
  /// How many photos wait for something to be derived from them.
  public var derivationCount = 0

  /// Makes counts of stores that hold nothing.
  public init() {}
}
