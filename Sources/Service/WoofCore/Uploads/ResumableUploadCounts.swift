/// What uploads that may be resumed have done since the service started, and how they stand.
public struct ResumableUploadCounts: Hashable, Sendable {
  /// How many are not complete.
  public var openCount = 0
  /// How many bytes those will have.
  public var reservedByteCount: Int64 = 0
  /// How many were begun.
  public var createdCount = 0
  /// How many requests went on with one.
  public var resumedCount = 0
  /// How many became photos.
  public var completedCount = 0
  /// How many were cancelled.
  public var cancelledCount = 0
  /// How many were too old.
  public var expiredCount = 0
  /// How many were refused by a limit.
  public var refusedCount = 0
}
