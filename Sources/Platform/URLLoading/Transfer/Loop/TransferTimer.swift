// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Work that the loop does once, later; see ``TransferLoop/schedule(after:_:)``.
final class TransferTimer: @unchecked Sendable {  // `body` is locked, `deadline` is confined to the loop's thread
  private let loop: TransferLoop
  private let body: Mutex<(@Sendable () -> Void)?>
  private var deadline: LoopDeadline?

  init(loop: TransferLoop, body: @escaping @Sendable () -> Void) {
    self.loop = loop
    self.body = Mutex(body)
  }

  /// Waits for a time, on the loop.
  func arm(at time: Int64) {
    let deadline = LoopDeadline { self.fire() }
    self.deadline = deadline
    loop.deadlines.set(deadline, to: time)
  }

  /// Drops the work, unless it has begun. May be called from anywhere, any number of times.
  func cancel() {
    guard takeBody() != nil else { return }
    loop.perform { self.disarm() }
  }

  private func disarm() {
    if let deadline { loop.deadlines.remove(deadline) }
    deadline = nil
  }

  private func fire() {
    deadline = nil
    takeBody()?()
  }

  private func takeBody() -> (@Sendable () -> Void)? {
    body.withLock { body in
      let taken = body
      body = nil
      return taken
    }
  }
}
