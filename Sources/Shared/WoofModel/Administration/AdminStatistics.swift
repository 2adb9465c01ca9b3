/// What is stored, and how the process stands. What happens, `/admin/v1/metrics` tells.
public struct AdminStatistics: Codable, Hashable, Sendable {
  /// When this was so.
  public var at: Timestamp
  /// How many accounts there are.
  public var accountCount: Int
  /// How many photos there are, deleted ones not counted.
  public var photoCount: Int
  /// How many deleted photos can still be restored.
  public var restorablePhotoCount: Int
  /// How many favourites are set.
  public var favouriteCount: Int
  /// How many variants there are.
  public var variantCount: Int
  /// How many blobs there are.
  public var blobCount: Int
  /// How many bytes the blobs have together.
  public var blobByteCount: Int64
  /// How many bytes the database has.
  public var recordByteCount: Int64
  /// How many photos wait for something to be derived from them.
  public var derivationCount: Int
  /// How many blobs and pictures are in quarantine.
  public var quarantinedCount: Int
  /// How many bytes are free where the data is.
  public var freeByteCount: Int64
  /// How many bytes of memory the process has.
  public var residentByteCount: Int64
  /// How much processor time the process has used, in seconds.
  public var processorSeconds: Double
  /// How many descriptors the process has open.
  public var descriptorCount: Int
  /// How many connections are open.
  public var connectionCount: Int

  /// Makes statistics of a service that has nothing.
  public init(at: Timestamp) {
    self.at = at
    (accountCount, photoCount, restorablePhotoCount, favouriteCount) = (0, 0, 0, 0)
    (variantCount, blobCount, derivationCount, quarantinedCount) = (0, 0, 0, 0)
    (blobByteCount, recordByteCount, freeByteCount, residentByteCount) = (0, 0, 0, 0)
    (processorSeconds, descriptorCount, connectionCount) = (0, 0, 0)
  }
}
