// SPDX-License-Identifier: Apache-2.0

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
