// SPDX-License-Identifier: Apache-2.0

@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency
import Glibc
import WoofSystem

/// Runs everything that Swift's concurrency runs, on one thread and in virtual time.
///
/// Which ready job is next is drawn from the seed. When nothing is ready, the time jumps to that of the first timers, and
/// all timers of that instant become ready together. It takes the place of the global executor and of the main actor's,
/// so no task, actor or sleep escapes it; work that comes from another thread traps, as would a sleep on a real clock.
final class SimulationExecutor: MainExecutor, TaskExecutor, SchedulingExecutor, TurnScheduler,
  @unchecked Sendable  // all calls come on one thread, which is checked
{
  /// The executor of the process.
  static let shared = SimulationExecutor()

  /// Something that is to run.
  private enum Work {
    case job(UnownedJob)
    case turn(@Sendable () -> Void)
  }

  private struct Timer {
    let work: Work
    /// Called in place of the work when a history ends before.
    let cancel: (@Sendable () -> Void)?
  }

  private let thread = pthread_self()
  private var ready: [Work] = []
  private var timers = TimerHeap<Timer>()
  private var random = SimulationRandom(seed: 0)

  /// The nanoseconds since the history began.
  private(set) var now: Int64 = 0
  /// The hash of all choices so far, and of what ``note(_:)`` was told.
  private(set) var trace = TraceHash()
  /// The number of jobs and turns that have run in all histories.
  private(set) var runCount = 0

  /// Takes the place of Swift's executors. To be called first in the process, before any task is made.
  static func install() { _createExecutors(factory: Factory.self) }

  // MARK: Histories

  /// Runs one history to its end, and whatever it leaves behind.
  ///
  /// - Returns: The history's result, and the hash of what happened, which is the same for the same seed.
  func run<Result: Sendable>(
    seed: UInt64, _ history: @escaping @Sendable () async -> Result
  ) -> (result: Result, trace: TraceHash) {
    precondition(ready.isEmpty && timers.isEmpty, "a history begins before the last one has ended")
    (now, random, trace) = (0, SimulationRandom(seed: seed), TraceHash())
    let end = HistoryEnd<Result>()
    Task { end.result = await history() }
    while true {
      if let result = end.result {
        defer { endWhatIsLeft() }
        return (result, trace)
      }
      step()
    }
  }

  /// Adds something to the trace.
  func note(_ event: some Sequence<UInt8>) { trace.add(event) }

  private func step() {
    if ready.isEmpty { releaseTimers() }
    runNext()
  }

  private func runNext() {
    let place = ready.count == 1 ? 0 : Int(random.next() % UInt64(ready.count))
    trace.add(UInt64(ready.count) << 32 | UInt64(place))
    let last = ready.removeLast()
    guard place < ready.count else { return run(last) }
    let work = ready[place]
    ready[place] = last
    run(work)
  }

  private func run(_ work: Work) {
    runCount += 1
    switch work {
    case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
    case .turn(let turn): turn()
    }
  }

  private func releaseTimers() {
    guard let time = timers.firstTime else {
      preconditionFailure("everybody waits for somebody else: nothing is ready, and no timer is set")
    }
    now = max(now, time)
    trace.add(UInt64(bitPattern: now))
    while let timer = timers.removeFirst(dueAt: now) { ready.append(timer.work) }
  }

  /// Lets sleepers wake as cancelled, and runs what is ready, until nothing is left.
  private func endWhatIsLeft() {
    var left = 1_000_000
    while !ready.isEmpty || !timers.isEmpty {
      for timer in timers.removeAll() {
        if let cancel = timer.cancel { cancel() } else if case .job = timer.work { ready.append(timer.work) }
      }
      while !ready.isEmpty {
        runNext()
        left -= 1
        precondition(left > 0, "a history leaves something behind that never ends")
      }
    }
  }

  // MARK: What comes to run

  func enqueue(_ job: consuming ExecutorJob) { add(.job(UnownedJob(job))) }

  func schedule(_ turn: @escaping @Sendable () -> Void) { add(.turn(turn)) }

  func schedule(after nanoseconds: Int64, _ turn: @escaping @Sendable () -> Void) {
    schedule(after: nanoseconds, turn, cancel: nil)
  }

  /// Runs something later, or something else in its place when the history ends before.
  func schedule(
    after nanoseconds: Int64, _ turn: @escaping @Sendable () -> Void, cancel: (@Sendable () -> Void)?
  ) {
    checkThread()
    timers.insert(Timer(work: .turn(turn), cancel: cancel), at: now + max(0, nanoseconds))
  }

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
  ) {
    guard let delay = delay as? Duration else { preconditionFailure("a sleep on a clock of another kind: \(clock)") }
    let work = Work.job(UnownedJob(job))
    checkThread()
    timers.insert(Timer(work: work, cancel: nil), at: now + max(0, delay.simulatedNanoseconds))
  }

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
  ) {
    // What is left of it depends on how fast the machine is.
    preconditionFailure("a sleep on a real clock: \(clock)")
  }

  private func add(_ work: Work) {
    checkThread()
    ready.append(work)
  }

  private func checkThread() {
    precondition(pthread_equal(pthread_self(), thread) != 0, "work for the simulation comes from another thread")
  }

  // MARK: The protocols

  func run() { preconditionFailure("the simulation runs histories") }

  func runUntil(_ condition: () -> Bool) {
    while !condition() { step() }
  }

  func stop() {}

  var isMainExecutor: Bool { true }

  func checkIsolated() { checkThread() }

  private struct Factory: ExecutorFactory {
    static var mainExecutor: any MainExecutor { SimulationExecutor.shared }
    static var defaultExecutor: any TaskExecutor { SimulationExecutor.shared }
  }
}

/// The end of the task of a history, once it has come.
private final class HistoryEnd<Result: Sendable>: @unchecked Sendable {  // one thread runs everything
  var result: Result?
}

extension Duration {
  /// The duration in nanoseconds, rounded up: whoever sleeps until a moment is not woken before it.
  var simulatedNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + (attoseconds + 999_999_999) / 1_000_000_000
  }
}
