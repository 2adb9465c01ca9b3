// SPDX-License-Identifier: Apache-2.0

/// The numbers of photos that are to be derived anew, and that are finished.
public struct ReprocessingProgress: Hashable, Sendable {
  /// The number of photos to be derived anew. It grows while they are queued.
  public var totalCount: Int
  /// The number of photos that are finished: derived anew, deleted meanwhile, or failed.
  public var doneCount: Int
  /// The number of finished photos that failed: a transformer refused them now, or could not get through them. They
  /// stay as they were; those that a transformer could not get through are tried again later, like others in the queue.
  public var failedCount: Int

  /// Makes a state; nothing is to be done by default.
  public init(totalCount: Int = 0, doneCount: Int = 0, failedCount: Int = 0) {
    self.totalCount = totalCount
    self.doneCount = doneCount
    self.failedCount = failedCount
  }

  /// `true` if all photos are finished.
  public var isComplete: Bool { doneCount >= totalCount }

  /// Takes up what the queue says; what is done stays done, though others may have been queued since.
  mutating func take(_ rest: AnewCounts, givenUpCount: Int) {
    doneCount = max(doneCount, totalCount - rest.untriedCount)
    failedCount = min(doneCount, rest.failedCount + givenUpCount)
  }
}
