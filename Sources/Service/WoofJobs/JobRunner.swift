// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
package import WoofAdministration
package import WoofCore
package import WoofModel

/// Runs jobs, which go on whether anybody looks or not. May be used from any thread.
package final class JobRunner: Sendable {
  private struct State {
    var board = JobBoard()
    var tasks: [Int: Task<Void, Never>] = [:]
    var watchers: [Int: [Int: AsyncStream<AdminJob>.Continuation]] = [:]
    var lastWatcher = 0
    /// The times at which watchers were last told of each job, in nanoseconds of the monotonic clock.
    var toldAt: [Int: Int64] = [:]
    var isClosed = false
  }

  /// Does the work.
  package let performer: any JobPerformer
  private let time: any TimeSource
  private let state = Mutex(State())

  /// The time between two lines of progress, in nanoseconds.
  private static let interval: Int64 = 100_000_000

  /// Makes a runner without jobs.
  ///
  /// - Parameters:
  ///   - performer: Does the work.
  ///   - time: The clock.
  package init(performer: any JobPerformer, time: any TimeSource) {
    self.performer = performer
    self.time = time
  }

  /// Starts a job.
  ///
  /// - Parameter ended: Is called when it has ended.
  /// - Throws: ``WoofModel/WoofError`` with the code `conflict` where one of its kind runs, or `unavailable` where the
  ///   service ends.
  package func start(
    _ request: AdminJobRequest, by who: String, ended: @escaping @Sendable (AdminJob) async -> Void
  ) throws(WoofError) -> AdminJob {
    try state.withLock { state throws(WoofError) in
      guard !state.isClosed else {
        throw WoofError(.unavailable, "The service is going away; ask again when it is back.", retryAfter: 1)
      }
      let job = try state.board.begin(request, by: who, at: time.now())
      state.tasks[job.id] = Task { [self] in
        if let last = end(job.id, await outcome(of: job)) { await ended(last) }
        self.state.withLock { $0.tasks[job.id] = nil }
      }
      return job
    }
  }

  private func outcome(of job: AdminJob) async -> JobOutcome {
    do {
      return .done(try await performer.perform(job.request) { self.report($0, of: job.id) })
    } catch is CancellationError {
      return .cancelled
    } catch {
      return .failed((error as? WoofError)?.message ?? "\(error)")
    }
  }

  /// A job; `nil` where none of this number is remembered.
  package func job(_ id: Int) -> AdminJob? { state.withLock { $0.board[id] } }

  /// The jobs before one, the newest first.
  package func page(before id: Int?, limit: Int) -> (jobs: [AdminJob], hasMore: Bool) {
    state.withLock { $0.board.page(before: id, limit: limit) }
  }

  /// Returns `true` if a job of this kind runs.
  package func isRunning(_ kind: AdminJobRequest.Kind) -> Bool {
    state.withLock { state in state.board.jobs.contains { !$0.state.isFinal && $0.request.kind == kind } }
  }

  /// Asks a job to stop; one that has ended stays as it is. `nil` where there is none.
  package func stop(_ id: Int) -> AdminJob? {
    state.withLock { state in
      guard let stopping = state.board.stop(id) else { return state.board[id] }
      tell(stopping, &state)
      state.tasks[id]?.cancel()
      return stopping
    }
  }

  /// A job as it changes, at most ten times a second, until it has ended; `nil` where there is none.
  package func changes(of id: Int) -> AsyncStream<AdminJob>? {
    state.withLock { state in
      guard let job = state.board[id] else { return nil }
      // Whoever reads slowly gets the newest.
      let (stream, continuation) = AsyncStream.makeStream(of: AdminJob.self, bufferingPolicy: .bufferingNewest(1))
      continuation.yield(job)
      guard !job.state.isFinal else {
        continuation.finish()
        return stream
      }
      state.lastWatcher += 1
      let watcher = state.lastWatcher
      state.watchers[id, default: [:]][watcher] = continuation
      continuation.onTermination = { [weak self] _ in
        self?.state.withLock { _ = $0.watchers[id]?.removeValue(forKey: watcher) }
      }
      return stream
    }
  }

  /// Stops all jobs, takes no others, and returns when they have ended.
  package func close() async {
    let tasks = state.withLock { state in
      state.isClosed = true
      for (id, task) in state.tasks {
        _ = state.board.stop(id)
        task.cancel()
      }
      return Array(state.tasks.values)
    }
    for task in tasks { await task.value }
  }

  private func report(_ progress: AdminJob.Progress, of id: Int) {
    state.withLock { state in
      let isNewStep = state.board[id]?.progress.step != progress.step
      guard let job = state.board.report(progress, of: id) else { return }
      let now = time.monotonicNanoseconds()
      guard isNewStep || now - state.toldAt[id, default: .min / 2] >= Self.interval else { return }
      state.toldAt[id] = now
      tell(job, &state)
    }
  }

  private func end(_ id: Int, _ outcome: JobOutcome) -> AdminJob? {
    let (job, watchers) = state.withLock { state in
      state.toldAt[id] = nil
      let job = state.board.end(id, outcome, at: time.now())
      if let job { tell(job, &state) }
      return (job, state.watchers.removeValue(forKey: id) ?? [:])
    }
    // A stream that ends calls back, so not under the lock.
    for watcher in watchers.values { watcher.finish() }
    return job
  }

  private func tell(_ job: AdminJob, _ state: inout State) {
    for watcher in (state.watchers[job.id] ?? [:]).values { watcher.yield(job) }
  }
}

/// Does the work of jobs.
package protocol JobPerformer: Sendable {
  /// Looks at what is asked for, and changes nothing.
  ///
  /// - Returns: The plan of the work.
  /// - Throws: ``WoofModel/WoofError`` where it is refused, as for a path that is not absolute.
  func plan(_ request: AdminJobRequest) async throws -> AdminPlan

  /// Does it, and returns when it is done. It may block for long; the task is cancelled when the job shall stop.
  ///
  /// - Parameter report: Takes how far it has come; may be called often, and from any thread.
  /// - Returns: The result, as the job's owner is told it.
  /// - Throws: `CancellationError` where it was stopped; what keeps it from being done.
  func perform(
    _ request: AdminJobRequest, report: @escaping @Sendable (AdminJob.Progress) -> Void
  ) async throws -> JSONValue
}
