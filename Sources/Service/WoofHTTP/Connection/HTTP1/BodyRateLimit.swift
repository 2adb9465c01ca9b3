// SPDX-License-Identifier: Apache-2.0

/// Tells a slow sender from a slow reader: only the time spent waiting for bytes counts. In every window of waiting time
/// a minimum of bytes has to come.
struct BodyRateLimit: Hashable, Sendable {
  private let window: Int64
  private let minimumCount: Int64
  private var waited: Int64 = 0
  private var received: Int64 = 0

  /// Makes a limit of so many bytes per second, measured over windows of so many nanoseconds.
  init(bytesPerSecond: Int, window: Int64) {
    self.window = max(1, window)
    let perNanosecond = Double(bytesPerSecond) / 1_000_000_000
    minimumCount = Int64(max(1, min(perNanosecond * Double(window), 1e18)))
  }

  /// The time in nanoseconds that may be waited before the next call of ``hasFailed(afterWaiting:)``.
  var allowance: Int64 { window - waited }

  /// Notes that bytes have come.
  mutating func received(_ count: Int) { received += Int64(count) }

  /// Notes a wait; returns `true` if the sender has been too slow.
  mutating func hasFailed(afterWaiting time: Int64) -> Bool {
    waited += min(max(0, time), window)
    guard waited >= window else { return false }
    defer { (waited, received) = (0, 0) }
    return received < minimumCount
  }
}
