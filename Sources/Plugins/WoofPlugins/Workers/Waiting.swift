// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc
internal import WoofSystem

/// Waits on several descriptors at once.
enum Waiting: Hashable, Sendable {
  /// At least one descriptor can be read, or is closed at its other end. The value holds `true` for each of these.
  case ready([Bool])
  /// The time is over.
  case late
  /// The system cannot wait, for the given reason.
  case failed(String)

  /// Waits until one of the descriptors is ready, or the time is over. Times are in nanoseconds of the monotonic clock.
  /// A signal that interrupts it changes nothing; any other error ends it.
  static func readable(_ descriptors: [Int32], until deadline: Int64, now: () -> Int64) -> Waiting {
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while true {
      let left = max(0, deadline - now())
      // Rounded up, or else the last millisecond would be spent in a busy loop.
      let milliseconds = Int32(clamping: left / 1_000_000 + (left % 1_000_000).signum())
      let count = poll(&polled, nfds_t(polled.count), milliseconds)
      if count > 0 { return .ready(polled.map { $0.revents != 0 }) }
      if count < 0, errno != EINTR { return .failed("poll: \(SystemError.message(errno))") }
      if now() >= deadline { return .late }
    }
  }

  /// Returns `true` if the descriptor at an index is ready.
  func isReady(_ index: Int) -> Bool {
    guard case .ready(let ready) = self else { return false }
    return ready[index]
  }
}
