/// How far reprocessing has come.
public struct ReprocessingProgress: Hashable, Sendable {
  /// How many photos are to be derived anew. It grows while they are queued.
  public var totalCount: Int
  /// How many of them are done with: derived anew, deleted meanwhile, or failed.
  public var doneCount: Int
  /// How many of those failed: a transformer refused them now, or could not get through them. They stay as they were;
  /// those that a transformer could not get through are tried again later, as others of the queue.
  public var failedCount: Int

  /// Makes a state; nothing is to be done by default.
  public init(totalCount: Int = 0, doneCount: Int = 0, failedCount: Int = 0) {
    self.totalCount = totalCount
    self.doneCount = doneCount
    self.failedCount = failedCount
  }

  /// Whether nothing is left to be done.
  public var isComplete: Bool { doneCount >= totalCount }

  /// Takes up what the queue says; what is done stays done, though others may have been queued since.
  mutating func take(_ rest: AnewCounts, givenUpCount: Int) {
    doneCount = max(doneCount, totalCount - rest.untriedCount)
    failedCount = min(doneCount, rest.failedCount + givenUpCount)
  }
}
