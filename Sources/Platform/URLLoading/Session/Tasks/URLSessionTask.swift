// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking
import Synchronization

/// One load of a session. New tasks are suspended: `resume()` starts them.
///
/// A task may be used from several threads. It keeps its session and its own delegate until it has completed, and
/// nothing afterwards.
open class URLSessionTask: NSObject, NSCopying, ProgressReporting, @unchecked Sendable {  // state is behind a mutex
  private let identifier: Int
  let guarded = Mutex(TaskState())
  weak let core: SessionCore?

  init(identifier: Int, request: URLRequest?, session: URLSession, plan: LoadPlan) {
    self.identifier = identifier
    core = session.core
    super.init()
    guarded.withLock { state in
      state.originalRequest = request
      state.currentRequest = request.map(session.core.settings.completed)
      state.session = session
      state.plan = plan
    }
  }

  /// Makes a task that belongs to no session and loads nothing: for subclasses that stand in for a task.
  @available(*, deprecated, message: "Please use the methods of URLSession that make tasks.")
  public override init() {
    identifier = 0
    core = nil
    super.init()
  }

  deinit {
    // What has completed has been removed.
    if guarded.withLock({ $0.phase != .completed }) { core?.registry.remove(identifier) }
  }

  /// The number that identifies the task within its session; 0 for a task that belongs to none.
  open var taskIdentifier: Int { identifier }

  /// The task itself: tasks are not copied.
  open func copy(with zone: NSZone?) -> Any { self }

  /// The request the task was made with; `nil` for a task of resume data that could not be read.
  open var originalRequest: URLRequest? { guarded.withLock { $0.originalRequest } }

  /// The request that is loaded now, with the fields of `httpAdditionalHeaders` that are sent with it: after redirects,
  /// where they led.
  open var currentRequest: URLRequest? { guarded.withLock { $0.currentRequest } }

  /// The response, once it has come.
  open var response: URLResponse? { guarded.withLock { $0.response } }

  /// Why the task failed, if it has.
  open var error: (any Error)? { guarded.withLock { $0.error } }

  /// The current state of the task.
  open var state: State { guarded.withLock { $0.phase } }

  /// The task's own delegate, which comes before the session's, method by method. It may be set at any time, and is
  /// kept until the task has completed.
  open var delegate: (any URLSessionTaskDelegate)? {
    get { guarded.withLock { $0.delegate } }
    set { guarded.withLock { if $0.phase != .completed { $0.delegate = newValue } } }
  }

  /// The urgency of the task, from 0 to 1: the weight of its stream where it shares an HTTP/2 connection. A value that
  /// is set after the task began has no effect.
  open var priority: Float {
    get { guarded.withLock { $0.priority } }
    set { guarded.withLock { $0.priority = min(max(newValue, 0), 1) } }
  }

  /// The earliest time at which the task may begin; it counts from `resume()` on.
  open var earliestBeginDate: Date? {
    get { guarded.withLock { $0.earliestBeginDate } }
    set { guarded.withLock { $0.earliestBeginDate = newValue } }
  }

  /// A text of the client's choosing.
  open var taskDescription: String? {
    get { guarded.withLock { $0.description } }
    set { guarded.withLock { $0.description = newValue } }
  }

  /// `true` if data is handed to the delegate as it comes. Stored: it always is.
  open var prefersIncrementalDelivery: Bool {
    get { guarded.withLock { $0.prefersIncrementalDelivery } }
    set { guarded.withLock { $0.prefersIncrementalDelivery = newValue } }
  }
  // MARK: Steering

  /// Starts the task, or continues it after `suspend()`. Calls have to balance: as often as it was suspended.
  open func resume() { advance(by: -1) }

  /// Pauses the task where it is: nothing is sent or read until `resume()`, and nothing is sent again then.
  open func suspend() { advance(by: 1) }

  /// Ends the task with `URLError.cancelled`, unless it has completed. The server learns of it at once.
  open func cancel() { cancel(after: nil) }

  // MARK: Counts

  /// The number of bytes of the request's body that have been sent.
  open var countOfBytesSent: Int64 { guarded.withLock { $0.counts.sent } }

  /// The number of bytes of the response's body that have come, counted after decoding.
  open var countOfBytesReceived: Int64 { guarded.withLock { $0.counts.received } }

  /// The length of the request's body, in bytes; -1 if it is not known, 0 if there is no body.
  open var countOfBytesExpectedToSend: Int64 { guarded.withLock { $0.counts.expectedToSend } }

  /// The length of the response's body, in bytes; -1 if it is not known.
  open var countOfBytesExpectedToReceive: Int64 { guarded.withLock { $0.counts.expectedToReceive } }

  /// The number of bytes that the client expects to send. Kept for the client, without effect.
  open var countOfBytesClientExpectsToSend: Int64 {
    get { guarded.withLock { $0.counts.clientExpectsToSend } }
    set { guarded.withLock { $0.counts.clientExpectsToSend = newValue } }
  }

  /// The number of bytes that the client expects to receive. Kept for the client, without effect.
  open var countOfBytesClientExpectsToReceive: Int64 {
    get { guarded.withLock { $0.counts.clientExpectsToReceive } }
    set { guarded.withLock { $0.counts.clientExpectsToReceive = newValue } }
  }

  /// The bytes of both bodies together. Cancelling it cancels the task, pausing it suspends the task.
  open var progress: Progress {
    let (progress, isNew) = guarded.withLock { state -> (Progress, Bool) in
      if let progress = state.progress { return (progress, false) }
      let progress = Progress(totalUnitCount: -1)
      state.progress = progress
      return (progress, true)
    }
    if isNew {
      progress.kind = .file
      progress.isCancellable = true
      progress.isPausable = true
      progress.cancellationHandler = { [weak self] in self?.cancel() }
      progress.pausingHandler = { [weak self] in self?.suspend() }
      progress.resumingHandler = { [weak self] in self?.resume() }
      publishProgress()
    }
    return progress
  }
}

extension URLSessionTask {
  /// Cancels, after something has been done on the loop's thread; `false` where there is nothing to cancel any more.
  @discardableResult
  func cancel(after preparation: (@Sendable (Load) -> Void)?) -> Bool {
    let load = guarded.withLock { state -> Load? in
      guard state.session != nil, state.phase == .running || state.phase == .suspended else { return nil }
      state.phase = .canceling
      return state.load ?? makeLoad(&state)
    }
    guard let load else { return false }
    load.core.pool.perform {
      preparation?(load)
      load.cancel()
    }
    return true
  }

  private func advance(by step: Int) {
    let (load, isFirst) = guarded.withLock { state -> (Load?, Bool) in
      guard state.session != nil, state.phase == .running || state.phase == .suspended else { return (nil, false) }
      let wasSuspended = state.suspensions > 0
      state.suspensions = max(0, state.suspensions + step)
      let isSuspended = state.suspensions > 0
      guard wasSuspended != isSuspended else { return (nil, false) }
      state.phase = isSuspended ? .suspended : .running
      if let load = state.load { return (load, false) }
      return (isSuspended ? nil : makeLoad(&state), true)
    }
    guard let load else { return }
    load.core.pool.perform {
      if isFirst {
        load.begin()
      } else {
        load.setSuspended(step > 0)
      }
    }
  }

  /// Keeps the session, the delegate and the load no longer. They are let go of outside of the lock.
  func letGo() {
    let kept = guarded.withLock { state in
      (state.session.take(), state.delegate.take(), state.load.take(), state.plan.take())
    }
    withExtendedLifetime(kept) {}
  }

  /// Hands the load over to a download task that goes on with it: this task has completed, without a word.
  func handOver(_ load: Load, to download: URLSessionDownloadTask) {
    let (own, current, response) = guarded.withLock { state in
      state.phase = .completed
      state.load = nil
      state.session = nil
      return (state.delegate.take(), state.currentRequest, state.response)
    }
    download.guarded.withLock { state in
      state.phase = .running
      state.suspensions = 0
      state.delegate = own
      state.currentRequest = current
      state.response = response
      state.plan = nil
      state.load = load
    }
  }

  private func makeLoad(_ state: inout TaskState) -> Load? {
    guard let session = state.session, let plan = state.plan else { return nil }
    let load = Load(task: self, original: state.originalRequest, session: session, plan: plan)
    state.load = load
    state.plan = nil
    return load
  }
}

extension URLSessionTask {
  /// Counts on the loop's thread, and tells the progress if anybody looks at it.
  func count(_ change: (inout TaskCounts) -> Void) {
    let isWatched = guarded.withLock { state -> Bool in
      change(&state.counts)
      return state.progress != nil
    }
    if isWatched { publishProgress() }
  }

  func publishProgress() {
    let (progress, counts, isOver) = guarded.withLock {
      ($0.progress, $0.counts, $0.phase == .completed && $0.error == nil)
    }
    guard let progress else { return }
    let completed = counts.sent + counts.received
    let isKnown = counts.expectedToReceive >= 0 && counts.expectedToSend >= 0
    let total = isOver ? completed : isKnown ? max(completed, counts.expectedToSend + counts.expectedToReceive) : -1
    // Foundation ends the process where the total of something finished becomes 0.
    if total != 0 || progress.totalUnitCount <= 0 { progress.totalUnitCount = total }
    progress.completedUnitCount = completed
  }
}

/// The state of a task, guarded by the task's mutex.
struct TaskState {
  var phase = URLSessionTask.State.suspended
  /// The number of suspensions that `resume()` has to undo before the task runs; a new task has one.
  var suspensions = 1
  var originalRequest: URLRequest?
  var currentRequest: URLRequest?
  var response: URLResponse?
  var error: (any Error)?
  var delegate: (any URLSessionTaskDelegate)?
  var priority = URLSessionTask.defaultPriority
  var earliestBeginDate: Date?
  var description: String?
  var prefersIncrementalDelivery = true
  var counts = TaskCounts()
  /// Made when somebody asks for it.
  var progress: Progress?
  /// Held until the task has completed.
  var session: URLSession?
  /// Held until the load begins.
  var plan: LoadPlan?
  /// Held from the beginning to the end of loading.
  var load: Load?
}

/// The numbers of bytes of the bodies that were sent and received, and that are expected to be.
struct TaskCounts: Sendable {
  var sent: Int64 = 0
  var received: Int64 = 0
  var expectedToSend = NSURLSessionTransferSizeUnknown
  var expectedToReceive = NSURLSessionTransferSizeUnknown
  var clientExpectsToSend = NSURLSessionTransferSizeUnknown
  var clientExpectsToReceive = NSURLSessionTransferSizeUnknown
}
