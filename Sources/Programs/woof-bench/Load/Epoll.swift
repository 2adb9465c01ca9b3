// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// Waits for many sockets at once. Used by one thread.
final class Epoll {
  private let descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
  private var events = [epoll_event](repeating: epoll_event(), count: 512)

  deinit { close(descriptor) }

  /// Waits for a socket from now on; events carry `tag`.
  func add(_ socket: Int32, tag: Int, forWriting: Bool = false) { control(EPOLL_CTL_ADD, socket, tag, forWriting) }

  /// Changes whether a wait is also for room to write.
  func change(_ socket: Int32, tag: Int, forWriting: Bool) { control(EPOLL_CTL_MOD, socket, tag, forWriting) }

  /// Waits for a socket no longer.
  func remove(_ socket: Int32) { epoll_ctl(descriptor, EPOLL_CTL_DEL, socket, nil) }

  /// Waits at most so long, and hands out what happened.
  func wait(milliseconds: Int32, _ body: (_ tag: Int, _ canRead: Bool, _ canWrite: Bool) -> Void) {
    let count = epoll_wait(descriptor, &events, Int32(events.count), milliseconds)
    for index in 0..<max(0, Int(count)) {
      let (flags, tag) = (events[index].events, Int(Int64(bitPattern: events[index].data.u64)))
      body(tag, flags & ~EPOLLOUT.rawValue != 0, flags & EPOLLOUT.rawValue != 0)
    }
  }

  private func control(_ operation: Int32, _ socket: Int32, _ tag: Int, _ forWriting: Bool) {
    var event = epoll_event()
    event.events = EPOLLIN.rawValue | (forWriting ? EPOLLOUT.rawValue : 0)
    event.data.u64 = UInt64(bitPattern: Int64(tag))
    epoll_ctl(descriptor, operation, socket, &event)
  }
}
