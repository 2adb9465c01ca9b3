// SPDX-License-Identifier: Apache-2.0

extension Duration {
  /// The duration in nanoseconds, from 1 to those of 1,000 days, so that sums of them and of clocks cannot overflow.
  var boundedNanoseconds: Int64 {
    let bounded = min(max(self, .nanoseconds(1)), .seconds(86_400_000))
    let (seconds, attoseconds) = bounded.components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
