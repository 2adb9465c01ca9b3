// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
package import WoofCore
import WoofModel

/// Runs one plugin: its jobs, its workers, and what is known of both.
///
/// It holds processes and threads from ``start()`` until ``drain()`` has returned.
package final class PluginRunner: Sendable {
  /// The plugin that every worker loads.
  package let plugin: Plugin
  let settings: WorkerSettings
  let time: any TimeSource
  let report: @Sendable (PluginReport) -> Void
  private let state: Mutex<RunnerState>

  /// Makes a runner; nothing is started yet.
  ///
  /// - Parameters:
  ///   - plugin: The plugin to run.
  ///   - settings: The limits, the number of workers and the other settings for running it.
  ///   - time: The clock of deadlines and pauses.
  ///   - report: Takes lines for the log, on any thread.
  package convenience init(
    plugin: Plugin, settings: WorkerSettings, time: any TimeSource = SystemTimeSource(),
    report: @escaping @Sendable (PluginReport) -> Void
  ) {
    var policy = SupervisionPolicy()
    policy.workerCount = max(1, settings.workerCount)
    policy.queueLimit = max(1, settings.queueLimit)
    policy.jobsPerWorker = plugin.manifest.isolation == .reuse ? 500 : nil
    self.init(plugin: plugin, settings: settings, policy: policy, time: time, report: report)
  }

  init(
    plugin: Plugin, settings: WorkerSettings, policy: SupervisionPolicy, time: any TimeSource,
    report: @escaping @Sendable (PluginReport) -> Void
  ) {
    self.plugin = plugin
    self.settings = settings
    self.time = time
    self.report = report
    state = Mutex(RunnerState(supervision: PluginSupervision(policy: policy)))
  }

  /// Starts a worker, and waits until it has loaded the plugin.
  ///
  /// - Returns: The layers of the sandbox that stand.
  /// - Throws: ``PluginError`` where it cannot be started.
  @discardableResult
  package func start() async throws(PluginError) -> SandboxLayers {
    let result = await withCheckedContinuation { (continuation: CheckedContinuation<StartResult, Never>) in
      state.withLock { $0.starters.append(continuation) }
      handle(.wanted)
    }
    return try result.get()
  }

  /// Inspects a picture, and derives and annotates what is asked for. Cancelling the task gives the job up.
  ///
  /// - Parameters:
  ///   - picture: The picture, of a type that the plugin accepts.
  ///   - request: The variants and annotations that are asked for.
  ///   - parameters: The parameters of the step, a JSON object that satisfies the plugin's schema.
  package func run(_ picture: Picture, for request: PictureRequest, parameters: [UInt8]) async -> PluginJobReport {
    let limits = plugin.manifest.limits.clamped(to: settings.limits)
    if let rejection = tooLarge(picture, limits) {
      return PluginJobReport(
        outcome: .refused(rejection), attemptCount: 0, processorMicroseconds: 0, residentByteCount: 0)
    }
    let variants = request.variants.filter { plugin.manifest.makes($0) }
    let id = state.withLock { $0.nextJob() }
    let job = WorkerJob(
      id: id, picture: picture, variants: variants, wantsAnnotations: request.wantsAnnotations, parameters: parameters,
      outputByteCount: limits.outputByteCount)
    let start = time.monotonicNanoseconds()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { state in
          state.jobs[id] = PendingJob(job: job, picture: picture, start: start, continuation: continuation)
        }
        handle(.jobArrived(id, request.urgency))
        if Task.isCancelled { handle(.jobCancelled(id)) }
      }
    } onCancel: {
      handle(.jobCancelled(id))
    }
  }

  /// Takes no more jobs, does those that wait, and returns when all workers are gone.
  package func drain() async {
    await withCheckedContinuation { continuation in
      state.withLock { $0.drainers.append(continuation) }
      handle(.drain)
    }
  }

  /// The counts of the plugin's work until now.
  package var counts: PluginCounts {
    let now = time.monotonicNanoseconds()
    return state.withLock { $0.currentCounts(at: now) }
  }

  private func tooLarge(_ picture: Picture, _ limits: PluginLimits) -> PhotoRejection? {
    let pixels = picture.width.multipliedReportingOverflow(by: picture.height)
    guard pixels.overflow || pixels.partialValue > limits.pixelCount else { return nil }
    return PhotoRejection(
      transformer: plugin.manifest.name,
      reason: "the picture has \(picture.width) x \(picture.height) pixels, more than \(limits.pixelCount)")
  }

  // MARK: Events and actions

  private func handle(_ event: PluginSupervision.Event) {
    let now = time.monotonicNanoseconds()
    let actions = state.withLock { $0.supervision.handle(event, at: now) }
    for action in actions { perform(action) }
  }

  private func perform(_ action: PluginSupervision.Action) {
    switch action {
    case .startWorker(let id): startWorker(id)
    case .run(let job, let worker, let attempt):
      let (found, pending) = state.withLock { ($0.workers[worker], $0.begin(job, attempt: attempt)) }
      if let pending {
        found?.work(on: Worker.Assignment(job: pending.job, picture: pending.picture, attempt: attempt))
      }
    case .interrupt(let worker, let job): state.withLock { $0.workers[worker] }?.interrupt(job)
    case .stopWorker(let worker): state.withLock { $0.stop(worker) }?.stop()
    case .deliver(let job): finish(job, nil)
    case .fail(let job, let reason, let detail):
      finish(job, PictureFailure(reason: reason, transformer: plugin.manifest.name, detail: detail))
    case .switchedOff(let nanoseconds, let reason):
      note(.error, "plugin is switched off", detail: "for \(nanoseconds / 1_000_000_000) s: \(reason)")
    case .switchedOn: note(.info, "plugin is switched on again", detail: nil)
    case .drained:
      let drainers = state.withLock { $0.takeDrainers() }
      for drainer in drainers { drainer.resume() }
    }
  }

  private func finish(_ job: UInt64, _ failure: PictureFailure?) {
    let now = time.monotonicNanoseconds()
    let finished = state.withLock { $0.finish(job, failure, at: now) }
    guard let (continuation, report) = finished else { return }
    if let failure {
      note(.warning, "job failed", job: job, outcome: "\(failure.reason)", detail: failure.detail)
    }
    continuation.resume(returning: report)
  }

  private func startWorker(_ id: UInt64) {
    let worker = Worker(plugin, settings, time, report: report)
    if state.withLock({ $0.keep(worker, id) }) { worker.stop() }
    worker.start { event in self.take(event, of: id) }
  }

  private func take(_ event: Worker.Event, of worker: UInt64) {
    switch event {
    case .ready(let layers):
      let starters = state.withLock { $0.takeStarters() }
      for starter in starters { starter.resume(returning: .success(layers)) }
      handle(.workerReady(worker))
    case .notStarted(let error):
      note(.warning, "worker could not be started", detail: error.message)
      let starters = state.withLock { state in
        state.forget(worker)
        return state.takeStarters()
      }
      for starter in starters { starter.resume(returning: .failure(error)) }
      handle(.workerNotStarted(worker))
    case .denied(let job, let call):
      // A library that asks for something asks for it with each picture.
      let isNews = state.withLock { $0.noteDenial(of: call) }
      note(isNews ? .warning : .debug, "plugin was denied a system call", job: job, detail: call)
    case .attemptEnded(let job, let attempt, let picture):
      var failure: AttemptFailure?
      if case .failure(let reason) = attempt.outcome { failure = reason }
      state.withLock { $0.note(attempt, of: job) }
      handle(.attemptEnded(worker, failure, picture: picture, workerIsUsable: attempt.workerIsUsable))
    case .gone:
      state.withLock { $0.forget(worker) }
      handle(.workerGone(worker))
    }
  }

  private func note(
    _ level: PluginReport.Level, _ message: String, job: UInt64? = nil, outcome: String? = nil, detail: String?
  ) {
    report(
      PluginReport(
        level, message, plugin: plugin.manifest.fullName, job: job, outcome: outcome, detail: detail))
  }
}
