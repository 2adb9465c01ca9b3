// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Work that a loop does once, later; see ``EventLoop/schedule(after:_:)``.
package final class ScheduledTimer: @unchecked Sendable {  // `position` and `number` are confined to the loop
  /// The time at which the work is due, in nanoseconds of the loop's clock.
  let deadline: Int64
  /// The position of the timer in its queue; -1 if it is not in it.
  var position = -1
  /// Orders timers of the same deadline.
  var number: UInt64 = 0

  private let loop: EventLoop
  private let action: Mutex<(@Sendable () -> Void)?>

  init(loop: EventLoop, deadline: Int64, action: @escaping @Sendable () -> Void) {
    self.loop = loop
    self.deadline = deadline
    self.action = Mutex(action)
  }

  /// Drops the work, unless it has begun. May be called from anywhere, any number of times.
  package func cancel() {
    guard takeAction() != nil else { return }
    loop.execute { self.loop.forget(self) }
  }

  func fire() { takeAction()?() }

  private func takeAction() -> (@Sendable () -> Void)? {
    action.withLock { action in
      let taken = action
      action = nil
      return taken
    }
  }
}
