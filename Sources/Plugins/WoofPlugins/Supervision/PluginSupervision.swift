// SPDX-License-Identifier: Apache-2.0

import WoofCore
import WoofModel

/// A state machine for a plugin's jobs and workers: a value that takes events and returns the actions that follow.
///
/// Jobs wait in two queues, and those of requests go first. One worker more than there are busy ones is kept ready. A
/// job without a reply is tried once more, by the same worker if that can go on, as each job has a process of its own
/// there. A plugin that fails on several different pictures, or whose workers cannot be started, is switched off for a
/// while; after that, it gets a single job at first.
struct PluginSupervision: Sendable {
  typealias JobID = UInt64
  typealias WorkerID = UInt64

  /// An event that the supervision takes.
  enum Event: Sendable {
    /// The plugin is wanted: a worker is started ahead of the first job.
    case wanted
    case jobArrived(JobID, PictureRequest.Urgency)
    case jobCancelled(JobID)
    case workerReady(WorkerID)
    case workerNotStarted(WorkerID)
    /// An attempt ended, with a failure or with a reply (`nil`). The digest names the picture if the attempt failed.
    /// The last value is `true` if the worker can do another job.
    case attemptEnded(WorkerID, AttemptFailure?, picture: Digest?, workerIsUsable: Bool)
    case workerGone(WorkerID)
    /// No more jobs come; those that wait are still done.
    case drain
  }

  /// An action that the runner is to take.
  enum Action: Hashable, Sendable {
    case startWorker(WorkerID)
    case run(JobID, WorkerID, attempt: Int)
    case interrupt(WorkerID, JobID)
    case stopWorker(WorkerID)
    /// The attempt's reply is the job's.
    case deliver(JobID)
    case fail(JobID, PictureFailure.Reason, String)
    case switchedOff(nanoseconds: Int64, String)
    case switchedOn
    case drained
  }

  struct Job: Sendable {
    var id: JobID
    var urgency: PictureRequest.Urgency
    var attempts = 0
    var beginnings = 0
  }

  enum WorkerState: Sendable {
    case starting
    case idle
    case busy(Job)
    case stopping
  }

  struct Worker: Sendable {
    var state: WorkerState
    var jobsDone = 0
  }

  let policy: SupervisionPolicy
  private(set) var urgent: [Job] = []
  private(set) var patient: [Job] = []
  private(set) var workers: [WorkerID: Worker] = [:]
  private(set) var isDraining = false
  private var lastWorker: WorkerID = 0
  private var record = FailureRecord()
  private var startFailures = 0
  private(set) var offUntil: Int64?
  private var pauses = 0
  /// `true` after a pause until a job has brought a reply; only one job runs at a time then.
  private var isOnProbation = false
  private var now: Int64 = 0
  private var actions: [Action] = []

  init(policy: SupervisionPolicy) { self.policy = policy }

  /// Takes an event, at a time in nanoseconds that never goes back, and returns the actions that follow, in order.
  mutating func handle(_ event: Event, at time: Int64) -> [Action] {
    now = max(now, time)
    actions = []
    switch event {
    case .wanted: break
    case .jobArrived(let job, let urgency): add(Job(id: job, urgency: urgency))
    case .jobCancelled(let job): cancel(job)
    case .workerReady(let worker): becomeReady(worker)
    case .workerNotStarted(let worker): noteStartFailure(of: worker)
    case .attemptEnded(let worker, let failure, let picture, let isUsable):
      endAttempt(of: worker, failure, picture, workerIsUsable: isUsable)
    case .workerGone(let worker): workers[worker] = nil
    case .drain: isDraining = true
    }
    proceed()
    return actions
  }

  /// The number of jobs that wait in both queues.
  var waitingCount: Int { urgent.count + patient.count }
  /// The number of jobs that workers are doing.
  var busyCount: Int { workers.values.count { if case .busy = $0.state { true } else { false } } }
  /// Returns `true` if the plugin is switched off at a time in nanoseconds.
  func isOff(at time: Int64) -> Bool { offUntil.map { time < $0 } ?? false }

  // MARK: Jobs

  private mutating func add(_ job: Job) {
    if isDraining {
      actions.append(.fail(job.id, .unavailable, "the plugin is being replaced"))
    } else if isOff(at: now) {
      actions.append(.fail(job.id, .unavailable, "the plugin is switched off for a while"))
    } else if waitingCount >= policy.queueLimit {
      actions.append(.fail(job.id, .overloaded, "\(waitingCount) jobs wait already"))
    } else {
      append(job)
    }
  }

  private mutating func append(_ job: Job) {
    if job.urgency == .request { urgent.append(job) } else { patient.append(job) }
  }

  /// A job that is tried again does not wait for those that came after it.
  private mutating func putBack(_ job: Job) {
    if job.urgency == .request { urgent.insert(job, at: 0) } else { patient.insert(job, at: 0) }
  }

  private mutating func cancel(_ id: JobID) {
    if let index = urgent.firstIndex(where: { $0.id == id }) {
      urgent.remove(at: index)
    } else if let index = patient.firstIndex(where: { $0.id == id }) {
      patient.remove(at: index)
    } else {
      for (worker, state) in workers {
        if case .busy(let job) = state.state, job.id == id { actions.append(.interrupt(worker, id)) }
      }
      return
    }
    actions.append(.fail(id, .unavailable, "the job was given up"))
  }

  private mutating func endAttempt(
    of worker: WorkerID, _ failure: AttemptFailure?, _ picture: Digest?, workerIsUsable: Bool
  ) {
    guard var state = workers[worker], case .busy(var job) = state.state else { return }
    state.jobsDone += 1
    let isWorn = policy.jobsPerWorker.map { state.jobsDone >= $0 } ?? false
    state.state = .idle
    workers[worker] = state
    if !workerIsUsable || isWorn { stop(worker) }
    guard let failure else {
      isOnProbation = false
      pauses = 0
      actions.append(.deliver(job.id))
      return
    }
    switch failure.kind {
    case .cancelled: actions.append(.fail(job.id, .unavailable, failure.detail))
    case .notBegun:
      job.beginnings += 1
      retry(job, if: job.beginnings <= policy.startFailureLimit, failure)
    case .crashed, .timedOut, .limitExceeded, .lied:
      job.attempts += 1
      if job.attempts >= policy.attempts { note(failure, on: picture) }
      retry(job, if: job.attempts < policy.attempts, failure)
    }
  }

  private mutating func retry(_ job: Job, if isWorthIt: Bool, _ failure: AttemptFailure) {
    if isWorthIt && !isOff(at: now) {
      putBack(job)
    } else {
      // A job that has been tried once only, because the plugin was switched off meanwhile, incriminates nobody.
      actions.append(.fail(job.id, isWorthIt ? .unavailable : failure.reason, failure.detail))
    }
  }

  // MARK: Switching off

  private mutating func note(_ failure: AttemptFailure, on picture: Digest?) {
    let count = record.add(picture, at: now, window: policy.failureWindow)
    if isOnProbation {
      switchOff("it failed again: \(failure.detail)")
    } else if count >= policy.failureLimit {
      switchOff("it failed on \(count) different pictures: \(failure.detail)")
    }
  }

  private mutating func noteStartFailure(of worker: WorkerID) {
    workers[worker] = nil
    startFailures += 1
    if startFailures >= policy.startFailureLimit { switchOff("its workers cannot be started") }
  }

  private mutating func switchOff(_ reason: String) {
    guard !isOff(at: now) else { return }
    let pause = policy.pause(after: pauses)
    pauses += 1
    offUntil = now + pause
    record.forget()
    startFailures = 0
    actions.append(.switchedOff(nanoseconds: pause, reason))
    for job in urgent + patient { actions.append(.fail(job.id, .unavailable, "the plugin was switched off")) }
    urgent = []
    patient = []
  }

  private mutating func switchOnAgain() {
    guard let end = offUntil, now >= end else { return }
    offUntil = nil
    isOnProbation = true
    actions.append(.switchedOn)
  }

  // MARK: Workers

  private mutating func becomeReady(_ worker: WorkerID) {
    guard case .starting = workers[worker]?.state else { return }
    startFailures = 0
    workers[worker]?.state = .idle
  }

  private mutating func stop(_ worker: WorkerID) {
    workers[worker]?.state = .stopping
    actions.append(.stopWorker(worker))
  }

  private mutating func proceed() {
    switchOnAgain()
    while let worker = idleWorker, let job = nextJob() {
      workers[worker]?.state = .busy(job)
      actions.append(.run(job.id, worker, attempt: job.attempts + 1))
    }
    if isDraining && waitingCount == 0 && busyCount == 0 {
      for (worker, state) in workers.sorted(by: { $0.key < $1.key }) {
        if case .stopping = state.state { continue }
        stop(worker)
      }
      if workers.isEmpty { actions.append(.drained) }
    } else if !isOff(at: now) {
      startWorkers()
    }
  }

  private mutating func startWorkers() {
    let spare = isDraining ? 0 : 1
    let wanted = min(policy.workerCount, busyCount + waitingCount) + spare
    while workers.count < wanted, !hasStartingWorker || startFailures == 0 {
      lastWorker += 1
      workers[lastWorker] = Worker(state: .starting)
      actions.append(.startWorker(lastWorker))
    }
  }

  private var hasStartingWorker: Bool {
    workers.values.contains { if case .starting = $0.state { true } else { false } }
  }

  /// The idle worker that was started first, where one more job may run.
  private var idleWorker: WorkerID? {
    guard busyCount < (isOnProbation ? 1 : policy.workerCount) else { return nil }
    return workers.filter { if case .idle = $0.value.state { true } else { false } }.keys.min()
  }

  private mutating func nextJob() -> Job? {
    if !urgent.isEmpty { return urgent.removeFirst() }
    return patient.isEmpty ? nil : patient.removeFirst()
  }
}

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
