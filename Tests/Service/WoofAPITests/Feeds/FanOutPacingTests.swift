// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofAPI

struct FanOutPacingTests {
  @Test func `a small fan-out is never delayed`() {
    var pacing = FanOutPacing(shares: 0.3...0.3, at: 0)
    var now: Int64 = 0
    for _ in 0..<1000 {
      #expect(pacing.delay(at: now) == 0)
      pacing.spend(100_000, at: now)
      now += 10_000_000
    }
  }

  /// The part of ten seconds that a fan-out without end takes beside other work that takes `otherShare`.
  private func share(of shares: ClosedRange<Double>, beside otherShare: Double) -> Double {
    var pacing = FanOutPacing(shares: shares, at: 0)
    var now: Int64 = 0
    var used: Int64 = 0
    while now < 10_000_000_000 {
      let start = now
      // A loop's timers are as exact as a millisecond.
      now += (pacing.delay(at: now) + 999_999) / 1_000_000 * 1_000_000 + 400_000
      used += 400_000
      pacing.spend(400_000, others: Int64(Double(now - start) * otherShare), at: now)
    }
    return Double(used) / Double(now)
  }

  @Test func `an endless fan-out takes its share and no more`() {
    #expect(abs(share(of: 0.3...0.3, beside: 0) - 0.3) < 0.01)
    #expect(abs(share(of: 0.3...0.3, beside: 0.6) - 0.3) < 0.01)
  }

  @Test func `the share grows as other work shrinks`() {
    #expect(abs(share(of: 0.2...0.5, beside: 0.1) - 0.5) < 0.01)
    #expect(abs(share(of: 0.2...0.5, beside: 0.4) - 0.35) < 0.01)
    #expect(abs(share(of: 0.2...0.5, beside: 0.7) - 0.2) < 0.01)
  }

  @Test func `savings are limited to the burst`() {
    var pacing = FanOutPacing(shares: 0.5...0.5, burst: 2_000_000, at: 0)
    let now: Int64 = 3_600_000_000_000
    pacing.spend(2_000_000, at: now)
    #expect(pacing.delay(at: now) > 0)
  }

  @Test func `the delay ends when it says`() {
    var pacing = FanOutPacing(shares: 0.25...0.25, burst: 2_000_000, at: 0)
    pacing.spend(5_000_000, at: 0)
    let delay = pacing.delay(at: 0)
    #expect(delay == 14_000_000)
    #expect(pacing.delay(at: delay) == 0)
  }

  @Test func `a clock that stands still is harmless`() {
    var pacing = FanOutPacing(shares: 0.25...0.25, burst: 1_000, at: 50)
    pacing.spend(2_000, at: 20)
    #expect(pacing.delay(at: 20) == 5_000)
  }
}
