import WoofModel

/// The pictures on which a plugin has failed lately. A picture counts once, however often it is sent.
struct FailureRecord: Sendable {
  private var failures: [(time: Int64, picture: Digest?)] = []

  /// Adds a failure, and returns the number of different pictures that have failed within the window. Pictures that
  /// could not be read count as one.
  mutating func add(_ picture: Digest?, at time: Int64, window: Int64) -> Int {
    failures.removeAll { time - $0.time > window || $0.picture == picture }
    failures.append((time, picture))
    return failures.count
  }

  mutating func forget() { failures = [] }
}
