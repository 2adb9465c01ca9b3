public import WoofModel

/// The use cases of the service for photos, on any stores, transformers and clocks.
///
/// Everything may be called from any thread. Errors are ``WoofModel/WoofError``s that are fit to be answered.
public final class PhotoLibrary: Sendable {
  /// The parts that a library is made of.
  public struct Parts: Sendable {
    /// Keeps photos and favourites.
    public var records: any RecordStore
    /// Keeps the bytes.
    public var blobs: any BlobStore
    /// Tells what changed.
    public var changes: any ChangeLog
    /// Inspects what comes in.
    public var transformers: TransformerChain
    /// Threads for what blocks.
    public var workers: WorkerPool
    /// The source of the current time.
    public var time: any TimeSource
    /// The time by which lifetimes are counted that outlast the process.
    public var steadyTime: SteadyTime
    /// Names new photos.
    public var ids: PhotoIDGenerator
    /// Keeps what is deleted for a while; `nil` where nothing does.
    public var trash: (any TrashStore)?
    /// Has pictures looked at, and derives from them; `nil` where nothing does.
    public var pictures: PictureDerivation?

    /// Gathers the parts; a steady time that is not given starts now.
    public init(
      records: any RecordStore, blobs: any BlobStore, changes: any ChangeLog, transformers: TransformerChain,
      workers: WorkerPool, time: any TimeSource, ids: PhotoIDGenerator, trash: (any TrashStore)? = nil,
      pictures: PictureDerivation? = nil, steadyTime: SteadyTime? = nil
    ) {
      self.records = records
      self.blobs = blobs
      self.changes = changes
      self.transformers = transformers
      self.workers = workers
      self.time = time
      self.ids = ids
      self.trash = trash
      self.pictures = pictures
      self.steadyTime = steadyTime ?? SteadyTime(time)
    }
  }

  /// The limits on uploads, idempotency keys and accounts.
  public struct Limits: Hashable, Sendable {
    /// The maximum length of an original in bytes; 50 MB by default.
    public var originalByteCount: Int64
    /// The time for which an idempotency key is kept, in seconds; a day by default.
    public var idempotencySeconds: Int64
    /// The limits for each account that has none of its own; no limits by default.
    public var quota = AccountQuota()

    /// Makes limits.
    public init(originalByteCount: Int64 = 50_000_000, idempotencySeconds: Int64 = 86_400) {
      self.originalByteCount = originalByteCount
      self.idempotencySeconds = idempotencySeconds
    }
  }

  /// The parts.
  public let parts: Parts
  /// The limits on uploads, idempotency keys and accounts.
  public let limits: Limits

  let runningKeys = RunningKeys()

  /// Makes a library.
  public init(parts: Parts, limits: Limits = Limits()) {
    self.parts = parts
    self.limits = limits
  }
}
