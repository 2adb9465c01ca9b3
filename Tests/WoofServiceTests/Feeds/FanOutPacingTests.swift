import Testing

@testable import WoofService

struct FanOutPacingTests {
  @Test func `what a small fan-out takes is never delayed`() {
    var pacing = FanOutPacing(share: 0.3, at: 0)
    var now: Int64 = 0
    for _ in 0..<1000 {
      #expect(pacing.delay(at: now) == 0)
      pacing.spend(100_000, at: now)
      now += 10_000_000
    }
  }

  @Test func `a fan-out without end takes its share and no more`() {
    var pacing = FanOutPacing(share: 0.3, at: 0)
    var now: Int64 = 0
    var used: Int64 = 0
    while now < 10_000_000_000 {
      let delay = pacing.delay(at: now)
      // A loop's timers are as exact as a millisecond.
      now += (delay + 999_999) / 1_000_000 * 1_000_000
      now += 400_000
      used += 400_000
      pacing.spend(400_000, at: now)
    }
    let share = Double(used) / Double(now)
    #expect(share > 0.29 && share < 0.31)
  }

  @Test func `no more is saved up than the burst`() {
    var pacing = FanOutPacing(share: 0.5, burst: 2_000_000, at: 0)
    let now: Int64 = 3_600_000_000_000
    pacing.spend(2_000_000, at: now)
    #expect(pacing.delay(at: now) > 0)
  }

  @Test func `the delay is over when it says so`() {
    var pacing = FanOutPacing(share: 0.25, burst: 2_000_000, at: 0)
    pacing.spend(5_000_000, at: 0)
    let delay = pacing.delay(at: 0)
    #expect(delay == 14_000_000)
    #expect(pacing.delay(at: delay) == 0)
  }

  @Test func `a clock that stands still gains nothing and breaks nothing`() {
    var pacing = FanOutPacing(share: 0.25, burst: 1_000, at: 50)
    pacing.spend(2_000, at: 20)
    #expect(pacing.delay(at: 20) == 5_000)
  }
}
