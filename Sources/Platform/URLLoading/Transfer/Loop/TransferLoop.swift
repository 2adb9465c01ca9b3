// SPDX-License-Identifier: Apache-2.0

import CCurl
import CLinux
import COpenSSL
import Glibc
import Synchronization

/// The one thread that drives all transfers of the process.
///
/// Everything of libcurl is confined to it; whoever touches that elsewhere traps. It sleeps while nothing happens, and
/// lives as long as the process.
final class TransferLoop: @unchecked Sendable {  // `inbox` is locked, `thread` is atomic, the rest is confined
  /// The loop.
  static let shared = TransferLoop()

  /// The time at which the current round began, in nanoseconds of ``TransferClock``. Confined to the thread.
  private(set) var now = TransferClock.monotonicNanoseconds
  /// The work that is to be done at a time. Confined to the thread.
  var deadlines = LoopDeadlineQueue()
  /// The sockets of all pools. Confined to the thread.
  var sockets: LoopSockets
  /// `true` if libcurl is running: it must not be called then, and what concerns it is put off. Confined to the thread.
  private(set) var isInsideLibrary = false

  private var putOff: [LoopWork] = []
  private var announcements: [@Sendable () -> Void] = []
  private var touched: [MultiHandle] = []
  private let inbox = Mutex(LoopInbox())
  private let wakeUp: Int32
  private let thread = Atomic<UInt>(0)

  private init() {
    wakeUp = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    precondition(wakeUp >= 0, "No descriptor is left to load URLs with.")
    sockets = LoopSockets(waking: wakeUp)
    // The thread goes on until the process is gone: what it uses must not be torn down before.
    OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
    curl_global_init(Int(CURL_GLOBAL_DEFAULT))
    LoopThread.start(name: "url-loading") { self.run() }
  }

  // MARK: Which thread this is

  /// `true` if this is the loop's thread.
  var isCurrent: Bool { thread.load(ordering: .relaxed) == pthread_self() }

  /// Traps on any other thread.
  func preconditionIsCurrent(file: StaticString = #fileID, line: UInt = #line) {
    precondition(isCurrent, "This belongs to the thread that loads URLs and is used elsewhere.", file: file, line: line)
  }

  // MARK: Giving it work

  /// Runs `body` on the loop: at once where this is its thread, otherwise in the order of the calls.
  func perform(_ body: @escaping @Sendable () -> Void) {
    if isCurrent { body() } else { post(.perform(body)) }
  }

  /// Runs `body` on the loop when `delay` has passed, to a millisecond. May be called from anywhere.
  @discardableResult
  func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> TransferTimer {
    let time = TransferClock.monotonicNanoseconds.addingSaturated(max(0, delay.nanoseconds))
    let timer = TransferTimer(loop: self, body: body)
    perform { timer.arm(at: time) }
    return timer
  }

  /// Does work that concerns libcurl: at once where that can be.
  func submit(_ work: LoopWork) {
    guard isCurrent else { return post(work) }
    if isInsideLibrary { putOff.append(work) } else { work.run() }
  }

  /// Does work on the loop's thread, but not before what is running has returned.
  func submitLater(_ work: LoopWork) {
    if isCurrent { putOff.append(work) } else { post(work) }
  }

  /// Does at the end of the round what wakes other threads: whoever waits is woken once for all that has happened. To
  /// be called on the loop's thread.
  func announce(_ body: @escaping @Sendable () -> Void) {
    preconditionIsCurrent()
    announcements.append(body)
  }

  private func post(_ work: LoopWork) {
    if inbox.withLock({ $0.add(work) }) { eventfd_write(wakeUp, 1) }
  }

  /// Calls libcurl in a way that may make it call back.
  func insideLibrary<Result>(_ body: () -> Result) -> Result {
    preconditionIsCurrent()
    precondition(!isInsideLibrary, "libcurl is called from one of its own calls.")
    isInsideLibrary = true
    defer { isInsideLibrary = false }
    return body()
  }

  /// A pool's transfers may have made progress, or its libcurl wants to be called.
  func touch(_ multi: MultiHandle) {
    guard !multi.isTouched else { return }
    multi.isTouched = true
    touched.append(multi)
  }

  // MARK: Running

  private func run() {
    thread.store(pthread_self(), ordering: .relaxed)
    while true {
      let count = sockets.wait(milliseconds: timeToSleep())
      now = TransferClock.monotonicNanoseconds
      // Before what the sockets bring: who has paused a transfer gets nothing of what came after that.
      takeInbox()
      for index in 0..<count {
        guard let (owner, descriptor, readiness) = sockets.event(index, at: now) else { continue }
        owner.socketIsReady(descriptor, readiness)
      }
      while let deadline = deadlines.removeFirst(dueAt: now) { deadline.action() }
      settle()
      makeAnnouncements()
    }
  }

  private func makeAnnouncements() {
    guard !announcements.isEmpty else { return }
    var due: [@Sendable () -> Void] = []
    swap(&due, &announcements)
    for body in due { body() }
  }

  private func timeToSleep() -> Int32 {
    guard putOff.isEmpty, touched.isEmpty, announcements.isEmpty, inbox.withLock({ $0.fallAsleep() }) else { return 0 }
    guard let next = deadlines.firstTime else { return -1 }
    let nanoseconds = max(0, next - TransferClock.monotonicNanoseconds)
    return Int32(clamping: nanoseconds.addingSaturated(999_999) / 1_000_000)
  }

  private func takeInbox() {
    var work: [LoopWork] = []
    inbox.withLock { inbox in
      inbox.isAsleep = false
      swap(&work, &inbox.work)
    }
    for piece in work { piece.run() }
  }

  /// Lets libcurl do what it has put off, ends the transfers that are done, and does what that leads to, but looks after
  /// the sockets again before long.
  private func settle() {
    var roundsLeft = 16
    while roundsLeft > 0, !touched.isEmpty || !putOff.isEmpty {
      roundsLeft -= 1
      var work: [LoopWork] = []
      swap(&work, &putOff)
      for piece in work { piece.run() }
      var multis: [MultiHandle] = []
      swap(&multis, &touched)
      for multi in multis { multi.settle() }
    }
  }
}

/// Something that the loop is asked to do.
enum LoopWork: Sendable {
  case start(Transfer)
  case cancel(Transfer)
  case pause(Transfer)
  case resume(Transfer)
  case continueBody(Transfer)
  case perform(@Sendable () -> Void)

  /// Does it, on the loop's thread and outside of libcurl's calls.
  func run() {
    switch self {
    case .start(let transfer): transfer.begin()
    case .cancel(let transfer): transfer.stop()
    case .pause(let transfer): transfer.applyPause(true)
    case .resume(let transfer): transfer.applyPause(false)
    case .continueBody(let transfer): transfer.continueBody()
    case .perform(let body): body()
    }
  }
}

/// Work that comes to the loop from other threads.
struct LoopInbox {
  /// The work that has come, in its order.
  var work: [LoopWork] = []
  /// `true` if the loop may be waiting, and so has to be woken.
  var isAsleep = false

  /// Adds work; whether the loop has to be woken for it.
  mutating func add(_ added: LoopWork) -> Bool {
    work.append(added)
    defer { isAsleep = false }
    return isAsleep
  }

  /// Notes that the loop is about to wait; `false` where it has something to do instead.
  mutating func fallAsleep() -> Bool {
    isAsleep = work.isEmpty
    return isAsleep
  }
}

/// A detached thread that takes no signals: those are the program's, and a peer that leaves must not end it.
enum LoopThread {
  private final class Body {
    let name: String
    let run: @Sendable () -> Void

    init(name: String, run: @escaping @Sendable () -> Void) {
      self.name = name
      self.run = run
    }
  }

  /// Starts a thread that runs `body`.
  static func start(name: String, _ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(Body(name: name, run: body))
    var thread = pthread_t()
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    // The new thread inherits the mask, so that there is no moment at which it could take a signal.
    pthread_sigmask(SIG_SETMASK, &all, &before)
    let result = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        let body = Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
        _ = woof_set_thread_name(pthread_self(), body.name)
        body.run()
        return nil
      }, box.toOpaque())
    pthread_sigmask(SIG_SETMASK, &before, nil)
    precondition(result == 0, "No thread is left to load URLs with.")
    pthread_detach(thread)
  }
}
