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
