// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Synchronization
import WoofCore
import WoofModel
internal import WoofSystem

/// A worker process with the thread that starts it, talks to it and ends it. A worker dies with the thread that started
/// it, so the thread lives as long.
final class Worker: Sendable {
  /// A job, once.
  struct Assignment: Sendable {
    var job: WorkerJob
    var picture: Picture
    var attempt: Int
  }

  /// An event that the worker's thread reports.
  enum Event: Sendable {
    case ready(SandboxLayers)
    case notStarted(PluginError)
    /// A job was denied a system call.
    case denied(UInt64, String)
    case attemptEnded(UInt64, Attempt, picture: Digest?)
    case gone
  }

  private enum Order: Sendable {
    case work(Assignment)
    case stop
  }

  private let plugin: Plugin
  private let settings: WorkerSettings
  private let time: any TimeSource
  private let report: @Sendable (PluginReport) -> Void
  private let orders = Mutex<[Order]>([])
  private let isOrdered = DispatchSemaphore(value: 0)
  private let cancellation: FileDescriptor?
  private let currentJob = Mutex<UInt64?>(nil)

  /// Makes a worker that has not been started.
  init(
    _ plugin: Plugin, _ settings: WorkerSettings, _ time: any TimeSource,
    report: @escaping @Sendable (PluginReport) -> Void
  ) {
    self.plugin = plugin
    self.settings = settings
    self.time = time
    self.report = report
    cancellation = try? FileDescriptor.event()
  }

  /// Starts the thread, which starts the process. Events are reported on that thread.
  func start(tell: @escaping @Sendable (Event) -> Void) {
    SystemThread.start(named: "plugin-worker") { self.live(tell) }
  }

  /// Gives the worker a job; it has none.
  func work(on assignment: Assignment) {
    // From here on it can be interrupted, whenever the thread comes to it.
    begin(assignment.job.id)
    order(.work(assignment))
  }

  /// Interrupts a job where it is the one that is being done.
  func interrupt(_ job: UInt64) {
    currentJob.withLock { if $0 == job { cancellation?.signal() } }
  }

  private func begin(_ job: UInt64?) {
    currentJob.withLock { current in
      current = job
      cancellation?.clear()
    }
  }

  /// Ends the worker after what it has been given.
  func stop() { order(.stop) }

  private func order(_ order: Order) {
    orders.withLock { $0.append(order) }
    isOrdered.signal()
  }

  private func nextOrder() -> Order {
    isOrdered.wait()
    return orders.withLock { $0.isEmpty ? .stop : $0.removeFirst() }
  }

  private func live(_ tell: @Sendable (Event) -> Void) {
    let process: WorkerProcess
    do throws(PluginError) {
      process = try WorkerProcess(of: plugin, settings: settings)
      let layers = try process.prepare(settings: settings, now: time.monotonicNanoseconds) { line in
        report(PluginReport(.debug, "plugin logs", plugin: plugin.manifest.fullName, detail: line))
      }
      tell(.ready(layers))
    } catch {
      tell(.notStarted(error))
      return
    }
    while case .work(let assignment) = nextOrder() { tell(work(on: assignment, in: process, tell)) }
    process.end()
    tell(.gone)
  }

  private func work(
    on assignment: Assignment, in process: WorkerProcess, _ tell: @Sendable (Event) -> Void
  ) -> Event {
    let job = assignment.job.id
    defer { begin(nil) }
    guard let cancellation else {
      let attempt = Attempt.failed(.notBegun, "no descriptor is left")
      return .attemptEnded(job, attempt, picture: nil)
    }
    let name = plugin.manifest.fullName
    let attempt = process.attempt(
      assignment.job, on: assignment.picture, cancellation: cancellation, now: time.monotonicNanoseconds
    ) { line in
      switch line {
      case .log(let text): report(PluginReport(.debug, "plugin logs", plugin: name, job: job, detail: text))
      case .denied(let call): tell(.denied(job, call))
      }
    }
    var digest: Digest?
    if case .failure(let failure) = attempt.outcome {
      if failure.kind != .cancelled && failure.kind != .notBegun {
        digest = try? FileBytes.digest(of: assignment.picture.file.descriptor, "the picture")
      }
      report(
        PluginReport(
          .warning, "plugin failed", plugin: name, job: job, outcome: failure.kind.rawValue,
          detail: "attempt \(assignment.attempt): \(failure.detail)"))
    }
    return .attemptEnded(job, attempt, picture: digest)
  }
}
