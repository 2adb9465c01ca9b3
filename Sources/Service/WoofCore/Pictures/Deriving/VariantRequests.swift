// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofModel

/// Has variants made that somebody waits for: each once however many ask, so many at once, and so many waiting.
///
/// One that cannot be made of a photo is not tried again for a while, so that nobody keeps the transformers busy with it.
final class VariantRequests: Sendable {
  /// The identity of a requested variant; requests with equal keys share one task.
  struct Key: Hashable, Sendable {
    let photo: PhotoID
    let name: String
    let specification: String
  }

  private struct State {
    var tasks: [Key: Task<PhotoRecord.Variant, any Error>] = [:]
    var runningCount = 0
    var waiting: [UnsafeContinuation<Void, Never>] = []
    var failures: [Key: Failure] = [:]
  }

  private struct Failure {
    let error: WoofError
    let until: Int64
  }

  /// The time for which a variant that cannot be made is not tried again, in nanoseconds: five minutes.
  private static let failureLifetime: Int64 = 300_000_000_000
  /// The number of failures that are remembered; when it is reached, all are forgotten.
  private static let failureLimit = 1024

  private let limits: PictureDerivation.Limits
  private let time: any TimeSource
  private let state = Mutex(State())
  private let overloadCount = Atomic(0)

  init(limits: PictureDerivation.Limits, time: any TimeSource) {
    self.limits = limits
    self.time = time
  }

  /// The number of requests refused because too many were waiting.
  var refusedCount: Int { overloadCount.load(ordering: .relaxed) }

  /// The variant that `make` makes, or that is being made already.
  ///
  /// - Throws: Any error that `make` throws, and ``WoofModel/WoofError`` with the code `unavailable` where too many
  ///   wait.
  func value(
    for key: Key, _ make: @escaping @Sendable () async throws -> PhotoRecord.Variant
  ) async throws -> PhotoRecord.Variant {
    let now = time.monotonicNanoseconds()
    let task = try state.withLock { state throws(WoofError) in
      if let task = state.tasks[key] { return task }
      if let failure = state.failures[key], now < failure.until { throw failure.error }
      guard state.tasks.count < limits.requestCount + limits.waitingRequestCount else { throw overload() }
      let task = Task { try await self.run(key, make) }
      state.tasks[key] = task
      return task
    }
    return try await task.value
  }

  /// Tries again what could not be made, as when there are other transformers.
  func forgetFailures() { state.withLock { $0.failures = [:] } }

  private func overload() -> WoofError {
    overloadCount.add(1, ordering: .relaxed)
    return WoofError(.unavailable, "Too many variants are being made; try again.", retryAfter: 2)
  }

  private func run(
    _ key: Key, _ make: @Sendable () async throws -> PhotoRecord.Variant
  ) async throws -> PhotoRecord.Variant {
    await begin()
    do {
      let variant = try await make()
      end(key, failure: nil)
      return variant
    } catch {
      end(key, failure: error as? WoofError)
      throw error
    }
  }

  private func begin() async {
    await withUnsafeContinuation { continuation in
      let mayRun = state.withLock { state in
        guard state.runningCount < limits.requestCount else {
          state.waiting.append(continuation)
          return false
        }
        state.runningCount += 1
        return true
      }
      if mayRun { continuation.resume() }
    }
  }

  private func end(_ key: Key, failure: WoofError?) {
    let until = time.monotonicNanoseconds() + Self.failureLifetime
    let next = state.withLock { state in
      state.tasks[key] = nil
      if let failure, failure.code == .notFound {
        if state.failures.count >= Self.failureLimit { state.failures = [:] }
        state.failures[key] = Failure(error: failure, until: until)
      }
      guard !state.waiting.isEmpty else {
        state.runningCount -= 1
        return UnsafeContinuation<Void, Never>?.none
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
