// SPDX-License-Identifier: Apache-2.0

/// The rules by which a read that is slow is asked for a second time: after the time within which most reads are
/// answered, and for a few of them only.
package struct S3HedgePolicy: Hashable, Sendable {
  /// The part of reads that are answered before a second one is sent; 0.95 by default.
  package var quantile = 0.95
  /// The part of reads of which a second one may be sent; 0.05 by default.
  package var share = 0.05
  /// The number of reads that have to be known before there is a second one; 32 by default.
  package var minimumObservations = 32
  /// The shortest time before a second read; 5 ms by default.
  package var shortestDelay = Duration.milliseconds(5)

  /// Makes rules with their defaults.
  package init() {}
}

/// The times that reads took of late, and the second reads that may still be sent.
///
/// A value: whoever keeps it sends the reads and keeps the time.
package struct S3HedgeBudget: Hashable, Sendable {
  private static let window = 256
  private static let mostTokens = 10.0
  /// The times are sorted anew after so many.
  private static let step = 16

  /// The rules.
  package let policy: S3HedgePolicy
  /// The number of second reads that may be sent.
  package private(set) var tokens = 0.0
  private var times: [Duration] = []
  private var next = 0
  private var sinceSorted = 0
  private var known: Duration?

  /// Makes a budget that knows of no reads.
  package init(_ policy: S3HedgePolicy) { self.policy = policy }

  /// A read begins.
  ///
  /// - Returns: The time after which a second one is sent; `nil` where none is.
  package mutating func begin() -> Duration? {
    tokens = min(Self.mostTokens, tokens + policy.share)
    guard tokens >= 1, let known else { return nil }
    return max(known, policy.shortestDelay)
  }

  /// Pays for a second read; `false` where others have spent what there was.
  package mutating func take() -> Bool {
    guard tokens >= 1 else { return false }
    tokens -= 1
    return true
  }

  /// A read was answered, after that time.
  package mutating func observe(_ time: Duration) {
    if times.count < Self.window {
      times.append(time)
    } else {
      times[next] = time
      next = (next + 1) % Self.window
    }
    sinceSorted += 1
    guard times.count >= policy.minimumObservations, known == nil || sinceSorted >= Self.step else { return }
    sinceSorted = 0
    let sorted = times.sorted()
    known = sorted[min(sorted.count - 1, Int(Double(sorted.count) * policy.quantile))]
  }
}
