// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The counts of events with pictures since the service started, for metrics.
public struct PictureCounts: Hashable, Sendable {
  /// Pictures that were accepted while they were uploaded.
  public var acceptedCount = 0
  /// Pictures that were accepted without having been looked at again: another photo, public or of the same owner, has the same bytes.
  public var knownCount = 0
  /// Pictures that were refused while they were uploaded.
  public var refusedCount = 0
  /// Pictures that made a transformer fail while they were uploaded.
  public var quarantinedCount = 0
  /// Pictures that were taken in without having been looked at.
  public var unseenCount = 0
  /// Variants that were made.
  public var variantCount = 0
  /// Requests for a variant that were refused because too many waited.
  public var overloadCount = 0
  /// Photos of the queue that were done with.
  public var derivedCount = 0
  /// Photos of the queue that failed, and wait to be tried again.
  public var postponedCount = 0
  /// Photos of the queue that were given up.
  public var givenUpCount = 0
  /// The number of photos that waited in the queue when it was last looked at.
  public var backlog = 0
}

/// Counts on any thread.
final class PictureCounter: Sendable {
  private let counts = Mutex(PictureCounts())

  /// The counts so far.
  var current: PictureCounts { counts.withLock { $0 } }

  /// Counts one more.
  func count(_ path: any WritableKeyPath<PictureCounts, Int> & Sendable, _ number: Int = 1) {
    counts.withLock { $0[keyPath: path] += number }
  }

  /// Notes how many photos wait.
  func noteBacklog(_ count: Int) { counts.withLock { $0.backlog = count } }
}
