// SPDX-License-Identifier: Apache-2.0

import WoofCore

/// The result of the start of a runner: the layers of its first worker's sandbox, or an error.
typealias StartResult = Result<SandboxLayers, PluginError>

/// A job that a caller waits for.
struct PendingJob: Sendable {
  var job: WorkerJob
  var picture: Picture
  /// The time at which the job was asked for, in nanoseconds of the monotonic clock.
  var start: Int64
  var continuation: CheckedContinuation<PluginJobReport, Never>
  var attemptCount = 0
  var lastAttempt: Attempt?
}

/// The state of a runner: the supervision, and the jobs and workers behind its numbers.
struct RunnerState: Sendable {
  var supervision: PluginSupervision
  var jobs: [UInt64: PendingJob] = [:]
  var workers: [UInt64: Worker] = [:]
  /// The numbers of workers that are to be stopped before the thread that starts them has kept them here.
  private var stoppedEarly: Set<UInt64> = []
  var starters: [CheckedContinuation<StartResult, Never>] = []
  var drainers: [CheckedContinuation<Void, Never>] = []
  var counts = PluginCounts()
  private var lastJob: UInt64 = 0
  /// The system calls, with their paths, that jobs were denied so far, as many as are told apart.
  private var deniedCalls: Set<String> = []
  private static let deniedCallLimit = 64

  init(supervision: PluginSupervision) { self.supervision = supervision }

  mutating func nextJob() -> UInt64 {
    lastJob += 1
    return lastJob
  }

  mutating func begin(_ job: UInt64, attempt: Int) -> PendingJob? {
    jobs[job]?.attemptCount = attempt
    return jobs[job]
  }

  mutating func note(_ attempt: Attempt, of job: UInt64) {
    jobs[job]?.lastAttempt = attempt
    if case .failure = attempt.outcome { counts.failedAttemptCount += 1 }
    counts.processorMicroseconds &+= attempt.processorMicroseconds
  }

  /// Counts a system call that a job was denied. Returns `true` if it is the first of its kind, for up to 64 kinds.
  mutating func noteDenial(of call: String) -> Bool {
    counts.deniedCallCount += 1
    return deniedCalls.count < Self.deniedCallLimit && deniedCalls.insert(call).inserted
  }

  /// Keeps a worker that is about to be started. Returns `true` if it is to be stopped again.
  mutating func keep(_ worker: Worker, _ id: UInt64) -> Bool {
    workers[id] = worker
    counts.startedWorkerCount += 1
    return stoppedEarly.remove(id) != nil
  }

  /// The worker to stop; `nil` where it has not been started.
  mutating func stop(_ id: UInt64) -> Worker? {
    if workers[id] == nil { stoppedEarly.insert(id) }
    return workers[id]
  }

  mutating func forget(_ worker: UInt64) { workers[worker] = nil }

  mutating func takeStarters() -> [CheckedContinuation<StartResult, Never>] {
    defer { starters = [] }
    return starters
  }

  mutating func takeDrainers() -> [CheckedContinuation<Void, Never>] {
    defer { drainers = [] }
    return drainers
  }

  /// Takes a job out, and returns the caller that waits for it with the caller's report; `nil` if it has been taken out
  /// before.
  mutating func finish(
    _ id: UInt64, _ failure: PictureFailure?, at now: Int64
  ) -> (CheckedContinuation<PluginJobReport, Never>, PluginJobReport)? {
    guard let job = jobs.removeValue(forKey: id) else { return nil }
    let outcome = outcome(of: job, failure)
    counts.outcomes[Self.name(of: outcome), default: 0] += 1
    counts.waitedMicroseconds &+= UInt64(clamping: (now - job.start) / 1000)
    let report = PluginJobReport(
      outcome: outcome, attemptCount: job.attemptCount,
      processorMicroseconds: job.lastAttempt?.processorMicroseconds ?? 0,
      residentByteCount: job.lastAttempt?.residentByteCount ?? 0)
    return (job.continuation, report)
  }

  private func outcome(of job: PendingJob, _ failure: PictureFailure?) -> PictureOutcome {
    if let failure { return .failed(failure) }
    switch job.lastAttempt?.outcome {
    case .success(.accepted(let findings))?: return .accepted(findings)
    case .success(.refused(let rejection))?: return .refused(rejection)
    case .failure(let failure)?:
      return .failed(PictureFailure(reason: failure.reason, transformer: "", detail: failure.detail))
    case nil: return .failed(PictureFailure(reason: .unavailable, transformer: "", detail: "it has not been tried"))
    }
  }

  private static func name(of outcome: PictureOutcome) -> String {
    switch outcome {
    case .accepted: "accepted"
    case .refused: "refused"
    case .failed(let failure): "\(failure.reason)"
    }
  }

  func currentCounts(at now: Int64) -> PluginCounts {
    var counts = counts
    counts.workerCount = workers.count
    counts.busyCount = supervision.busyCount
    counts.waitingCount = supervision.waitingCount
    counts.isSwitchedOff = supervision.isOff(at: now)
    return counts
  }
}
