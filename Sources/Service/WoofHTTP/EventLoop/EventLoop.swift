// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Synchronization
import WoofSystem

/// A thread with its own epoll, its own connections and its own tasks.
///
/// A loop is a task executor: a task that prefers it runs on its thread, and waiting for one of the loop's connections
/// costs no change of thread. What belongs to a loop is touched on its thread only; whoever touches it elsewhere traps.
@usableFromInline
package final class EventLoop: TaskExecutor, @unchecked Sendable {  // `inbox`, `lag`: locked; the rest: confined
  /// The position of the loop in its group, from 0.
  @usableFromInline package let index: Int
  /// The clock that gives the loop the time.
  package let clock: any ServerClock

  /// The time at which the current round began, in nanoseconds of ``clock``. Confined to the loop.
  var now: Int64
  // Without checks at run time, as the values of `HTTP1Connection`.
  /// Deadlines of connections. Confined to the loop.
  @exclusivity(unchecked) var deadlines: DeadlineWheel

  @exclusivity(unchecked) private var poller: Poller
  @exclusivity(unchecked) private var timers = TimerQueue()
  private var timerCount: UInt64 = 0
  @exclusivity(unchecked) private var queue: [Work] = []
  @exclusivity(unchecked) private var running: [Work] = []

  /// The turns of a loop without a thread.
  private let turns: WorkerTurns?
  private let inbox = Mutex(Inbox())
  private let wakeUp: WakeUp
  private let lag = Mutex(LoopLag())

  /// - Throws: where the process or the system has no descriptor left.
  init(index: Int, clock: any ServerClock, turns: WorkerTurns? = nil) throws(SystemError) {
    self.turns = turns
    self.index = index
    self.clock = clock
    now = clock.monotonicNanoseconds
    deadlines = DeadlineWheel(now: now)
    poller = try Poller()
    wakeUp = try WakeUp()
    try poller.add(wakeUp.descriptor, [.readable, .edgeTriggered], observer: wakeUp)
  }

  // MARK: Which loop this is

  /// The loop whose thread this is; `nil` on any other thread.
  @usableFromInline
  package static var current: EventLoop? {
    woof_thread_owner().map { Unmanaged<EventLoop>.fromOpaque($0).takeUnretainedValue() }
  }

  /// `true` on the loop's own thread.
  package var isCurrent: Bool {
    woof_thread_owner() == UnsafeMutableRawPointer(Unmanaged.passUnretained(self).toOpaque())
  }

  /// Traps on any thread but the loop's own.
  package func assertOnLoop(file: StaticString = #fileID, line: UInt = #line) {
    precondition(isCurrent, "This belongs to loop \(index) and is used elsewhere.", file: file, line: line)
  }

  // MARK: Giving it work

  /// Runs a job of a task that prefers this loop.
  @usableFromInline
  package func enqueue(_ job: consuming ExecutorJob) { submit(.job(UnownedJob(job))) }

  /// Runs `action` on the loop: after what is running now, in the order of the calls from one thread. A loop that has
  /// stopped drops it.
  package func execute(_ action: @escaping @Sendable () -> Void) { submit(.action(action)) }

  /// Runs `action` on the loop when `delay` has passed, to a millisecond. May be called from anywhere.
  @discardableResult
  package func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> ScheduledTimer {
    let start = isCurrent ? now : clock.monotonicNanoseconds
    let timer = ScheduledTimer(loop: self, deadline: start.addingSaturated(delay.nanoseconds), action: action)
    if isCurrent { insert(timer) } else { execute { self.insert(timer) } }
    return timer
  }

  /// The lengths of the loop's rounds so far. May be read from anywhere.
  package var lagStatistics: LoopLag { lag.withLock { $0 } }

  /// Ends the loop's thread when what is queued now has run.
  func stop() {
    inbox.withLock { $0.isStopping = true }
    wake()
  }

  private func wake() {
    if let turns { turns.wake() } else { wakeUp.signal() }
  }

  private func submit(_ work: Work) {
    if isCurrent {
      queue.append(work)
    } else if inbox.withLock({ $0.add(work) }) {
      wake()
    }
  }

  private func insert(_ timer: ScheduledTimer) {
    timerCount += 1
    timer.number = timerCount
    timers.insert(timer)
  }

  func forget(_ timer: ScheduledTimer) { timers.remove(timer) }

  // MARK: Watching descriptors

  /// Tells `observer` about a descriptor until it is forgotten.
  func watch(_ descriptor: Int32, _ interest: Readiness, observer: any DescriptorObserver) throws(SystemError) {
    assertOnLoop()
    try poller.add(descriptor, interest, observer: observer)
  }

  /// Forgets a descriptor that is about to be closed.
  func forget(_ descriptor: Int32) { poller.forget(descriptor) }

  /// Stops watching a descriptor that stays open.
  func unwatch(_ descriptor: Int32) { poller.remove(descriptor) }

  // MARK: Running

  /// Runs the loop on the calling thread until it is stopped.
  func run() {
    woof_set_thread_owner(UnsafeMutableRawPointer(Unmanaged.passUnretained(self).toOpaque()))
    while true {
      let eventCount = poller.wait(milliseconds: timeToSleep())
      now = clock.monotonicNanoseconds
      for index in 0..<eventCount {
        if let (observer, readiness) = poller.event(index) { observer.descriptorIsReady(readiness) }
      }
      let isStopping = takeInbox()
      runQueue()
      fireTimers()
      let end = clock.monotonicNanoseconds
      lag.withLock { $0.record(nanoseconds: end - now) }
      if isStopping, queue.isEmpty { break }
    }
    woof_set_thread_owner(nil)
  }

  /// Runs one round, of a loop without a thread; it has no descriptors. Gives how long the loop rests.
  func takeTurn() -> WorkerTurns.Rest {
    woof_set_thread_owner(UnsafeMutableRawPointer(Unmanaged.passUnretained(self).toOpaque()))
    defer { woof_set_thread_owner(nil) }
    now = clock.monotonicNanoseconds
    let isStopping = takeInbox()
    runQueue()
    fireTimers()
    if isStopping, queue.isEmpty { return .over }
    guard queue.isEmpty, inbox.withLock({ $0.fallAsleep() }) else { return .atMost(0) }
    let next = min(timers.firstDeadline ?? .max, deadlines.nextTime ?? .max)
    return next == .max ? .untilWoken : .atMost(next - clock.monotonicNanoseconds)
  }

  private func timeToSleep() -> Int32 {
    guard queue.isEmpty, inbox.withLock({ $0.fallAsleep() }) else { return 0 }
    let next = min(timers.firstDeadline ?? .max, deadlines.nextTime ?? .max)
    guard next != .max else { return -1 }
    let rest = next - clock.monotonicNanoseconds
    guard rest <= 0 || clock.runsByItself else { return -1 }
    let milliseconds = (rest + 999_999) / 1_000_000
    return Int32(clamping: max(0, milliseconds))
  }

  private func takeInbox() -> Bool {
    inbox.withLock { inbox in
      inbox.isAsleep = false
      if !inbox.work.isEmpty {
        queue.append(contentsOf: inbox.work)
        inbox.work.removeAll(keepingCapacity: true)
      }
      return inbox.isStopping
    }
  }

  /// Runs what is queued and what that queues, but looks after the descriptors again before long.
  private func runQueue() {
    var roundsLeft = 16
    while !queue.isEmpty, roundsLeft > 0 {
      swap(&queue, &running)
      for work in running { work.run(on: self) }
      running.removeAll(keepingCapacity: true)
      roundsLeft -= 1
    }
  }

  private func fireTimers() {
    while let timer = timers.removeFirst(dueAt: now) { timer.fire() }
    for holder in deadlines.advance(to: now) { holder.deadlinePassed() }
  }
}

extension Int64 {
  /// The sum, or the largest number where it does not fit.
  func addingSaturated(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}

extension EventLoop {
  /// Runs `body` on the loop and gives what it gave.
  package func perform<Result: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let result: Swift.Result<Result, Failure> = await withCheckedContinuation { continuation in
      execute { continuation.resume(returning: Swift.Result { () throws(Failure) in try body() }) }
    }
    return try result.get()
  }
}

/// Wakes a loop from its wait. It is watched edge-triggered: each signal is a new edge, and nobody has to read it.
final class WakeUp: DescriptorObserver, Sendable {
  /// The descriptor to be watched.
  var descriptor: Int32 { event.number }

  private let event: FileDescriptor

  /// - Throws: where the process or the system has no descriptor left.
  init() throws(SystemError) {
    event = try .event()
  }

  /// Ends the loop's wait, or its next one.
  func signal() { event.signal() }

  func descriptorIsReady(_ readiness: Readiness) {}
}

/// Something a loop has to run.
enum Work: Sendable {
  /// A piece of a task.
  case job(UnownedJob)
  /// A closure.
  case action(@Sendable () -> Void)

  /// Runs it on the loop's thread.
  func run(on loop: EventLoop) {
    switch self {
    case .job(let job): job.runSynchronously(on: loop.asUnownedTaskExecutor())
    case .action(let action): action()
    }
  }
}

/// Work that comes to a loop from other threads.
struct Inbox {
  /// The work that has come, in the order of its arrival.
  var work: [Work] = []
  /// `true` while the loop may be waiting for descriptors, and so has to be woken.
  var isAsleep = false
  /// `true` once the loop is to end.
  var isStopping = false

  /// Adds work; returns `true` if the loop has to be woken for it.
  mutating func add(_ added: Work) -> Bool {
    work.append(added)
    defer { isAsleep = false }
    return isAsleep
  }

  /// Notes that the loop is about to wait; `false` where it has something to do instead.
  mutating func fallAsleep() -> Bool {
    isAsleep = work.isEmpty && !isStopping
    return isAsleep
  }
}

/// The lengths of a loop's rounds. The longest one is the longest time that something ready had to wait for the loop.
package struct LoopLag: Hashable, Sendable {
  /// The number of rounds.
  package private(set) var roundCount: UInt64 = 0
  /// The longest round, in nanoseconds.
  package private(set) var longest: Int64 = 0
  /// All rounds together, in nanoseconds.
  package private(set) var total: Int64 = 0
  /// Rounds by their length: the element at `n` counts those shorter than 2ⁿ microseconds and not shorter than the
  /// element before it; the last counts all longer ones.
  package private(set) var histogram = [UInt64](repeating: 0, count: 24)

  /// Makes a record of no rounds.
  package init() {}

  mutating func record(nanoseconds: Int64) {
    roundCount += 1
    total += nanoseconds
    longest = max(longest, nanoseconds)
    let microseconds = UInt64(max(0, nanoseconds)) / 1_000
    histogram[min(UInt64.bitWidth - microseconds.leadingZeroBitCount, histogram.count - 1)] += 1
  }
}
