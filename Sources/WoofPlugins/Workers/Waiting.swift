internal import CLinux
internal import Glibc

/// Waits on several descriptors at once.
enum Waiting {
  /// Waits until one of the descriptors can be read or is closed at its other end, and gives which ones; none when the
  /// time is over. Times are in nanoseconds of the monotonic clock.
  static func readable(_ descriptors: [Int32], until deadline: Int64, now: () -> Int64) -> [Bool] {
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while true {
      let left = max(0, deadline - now())
      // Rounded up, or else the last millisecond would be spent in a busy loop.
      let milliseconds = Int32(clamping: (left + 999_999) / 1_000_000)
      let count = poll(&polled, nfds_t(polled.count), milliseconds)
      if count > 0 { return polled.map { $0.revents != 0 } }
      if count == 0 && now() >= deadline { return polled.map { _ in false } }
    }
  }
}
