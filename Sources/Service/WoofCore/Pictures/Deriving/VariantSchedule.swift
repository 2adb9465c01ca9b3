// SPDX-License-Identifier: Apache-2.0

internal import WoofModel

/// Decides which of the requested variants are made now, which wait, and which are refused: so many at once, so many
/// waiting, in the order in which they were requested.
///
/// One that cannot be made of a photo is not tried again for a while, so that nobody keeps the transformers busy with it.
struct VariantSchedule: Sendable {
  /// The identity of a requested variant; requests with equal keys share one making.
  struct Key: Hashable, Sendable {
    let photo: PhotoID
    let name: String
    let specification: String
  }

  private struct Failure {
    let error: WoofError
    /// The time until which it is not tried again, on the monotonic clock, in nanoseconds.
    let end: Int64
  }

  /// The time for which a variant that cannot be made is not tried again, in nanoseconds: five minutes.
  static let failureLifetime: Int64 = 300_000_000_000
  /// The number of failures that are remembered; when it is reached, all are forgotten.
  private static let failureLimit = 1024

  private let limits: PictureDerivation.Limits
  private var running: Set<Key> = []
  private var waiting: [Key] = []
  private var failures: [Key: Failure] = [:]

  /// The number of requests refused because too many were waiting.
  private(set) var refusedCount = 0

  init(limits: PictureDerivation.Limits) { self.limits = limits }

  /// Takes a variant in that is neither being made nor waiting: it runs at once or waits for its turn.
  ///
  /// - Throws: ``WoofModel/WoofError`` of the last attempt, where that failed a short while ago, or with the code
  ///   `unavailable` where too many wait.
  mutating func request(_ key: Key, at now: Int64) throws(WoofError) {
    if let failure = failures[key], now < failure.end { throw failure.error }
    guard running.count + waiting.count < limits.requestCount + limits.waitingRequestCount else {
      refusedCount += 1
      throw WoofError(.unavailable, "Too many variants are being made; try again.", retryAfter: 2)
    }
    if running.count < limits.requestCount { running.insert(key) } else { waiting.append(key) }
  }

  /// Returns `true` if it is the variant's turn.
  func isRunning(_ key: Key) -> Bool { running.contains(key) }

  /// Ends the making of a variant.
  ///
  /// - Parameter failure: The error, where it failed; only one with the code `not-found` says something of the photo.
  /// - Returns: The variant whose turn it is now; `nil` where none waits.
  mutating func end(_ key: Key, failure: WoofError?, at now: Int64) -> Key? {
    running.remove(key)
    if let failure, failure.code == .notFound {
      if failures.count >= Self.failureLimit { failures = [:] }
      failures[key] = Failure(error: failure, end: now + Self.failureLifetime)
    }
    guard !waiting.isEmpty else { return nil }
    let next = waiting.removeFirst()
    running.insert(next)
    return next
  }

  /// Lets everything be tried again.
  mutating func forgetFailures() { failures = [:] }
}
