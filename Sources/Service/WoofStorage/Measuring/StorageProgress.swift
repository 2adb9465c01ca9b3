/// How far long work on the stores has come.
public struct StorageProgress: Hashable, Sendable {
  /// What is being done.
  public enum Step: Hashable, Sendable {
    /// The records are copied.
    case copyingRecords
    /// The records are looked at.
    case checkingRecords
    /// The blobs are copied.
    case copyingBlobs
    /// The blobs are read.
    case checkingBlobs
    /// What was written is waited for.
    case finishing
  }

  /// What is being done.
  public var step: Step
  /// How much of the step is done, in bytes, or in pages where records are copied.
  public var done: Int64
  /// How much there is to do, in the same unit; 0 where that is not known.
  public var total: Int64

  /// Makes a report.
  public init(_ step: Step, done: Int64 = 0, total: Int64 = 0) {
    self.step = step
    self.done = done
    self.total = total
  }

  /// What is told how far work has come; called often, and from any thread. By throwing `CancellationError` it stops the
  /// work, which fails as ``StorageError/Code/cancelled`` then and leaves nothing that is half made.
  public typealias Observer = @Sendable (StorageProgress) throws -> Void
}
