// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

@Suite struct SteadyTimeTests {
  private let time = ManualTime()

  @Test func `it starts with the wall clock and goes on with the time that passes`() {
    let steady = SteadyTime(time)
    #expect(steady.now() == time.now())
    time.advance(by: .seconds(60))
    #expect(steady.now() == time.now())
  }

  @Test(arguments: [-86_400_000, 31_536_000_000 as Int64])
  func `the wall clock being set changes nothing`(jump: Int64) {
    let steady = SteadyTime(time)
    let before = steady.now()
    time.setWallClock(to: time.now().milliseconds + jump)
    #expect(steady.now() == before)
    #expect(steady.wallTime(of: before).milliseconds == before.milliseconds + jump)
  }

  @Test func `what was kept goes on with the time that has passed since, in the same boot`() {
    let mark = SteadyTime(time).mark
    time.advance(by: .seconds(30))
    time.setWallClock(to: 0)
    #expect(SteadyTime(time, from: mark).now().milliseconds == mark.time.milliseconds + 30_000)
  }

  @Test func `no time passes from one boot to the next`() {
    var mark = SteadyTime(time).mark
    mark.clock.boot = "another"
    time.advance(by: .seconds(30))
    let steady = SteadyTime(time, from: mark)
    #expect(steady.now() == mark.time)
    time.advance(by: .seconds(5))
    #expect(steady.now().milliseconds == mark.time.milliseconds + 5000)
  }

  @Test func `a mark from the future of its own boot lets no time pass`() {
    var mark = SteadyTime(time).mark
    mark.clock.milliseconds += 1000
    #expect(SteadyTime(time, from: mark).now() == mark.time)
  }

  @Test func `the system's clocks name one boot and go on`() {
    let source = SystemTimeSource()
    let (first, second) = (source.bootClock(), source.bootClock())
    #expect(first.boot == second.boot)
    #expect(!first.boot.isEmpty)
    #expect(first.milliseconds > 0)
    #expect(second.milliseconds >= first.milliseconds)
  }
}
