// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

@Suite struct SteadyTimeTests {
  private let time = ManualTime()

  @Test func `steady time starts with the wall clock and follows the elapsed time`() {
    let steady = SteadyTime(time)
    #expect(steady.now() == time.now())
    time.advance(by: .seconds(60))
    #expect(steady.now() == time.now())
  }

  @Test(arguments: [-86_400_000, 31_536_000_000 as Int64])
  func `setting the wall clock changes nothing`(jump: Int64) {
    let steady = SteadyTime(time)
    let before = steady.now()
    time.setWallClock(to: time.now().milliseconds + jump)
    #expect(steady.now() == before)
    #expect(steady.wallTime(of: before).milliseconds == before.milliseconds + jump)
  }

  @Test func `kept time continues by the time elapsed since, within a boot`() {
    let mark = SteadyTime(time).mark
    time.advance(by: .seconds(30))
    time.setWallClock(to: 0)
    #expect(SteadyTime(time, from: mark).now().milliseconds == mark.time.milliseconds + 30_000)
  }

  @Test func `no time elapses between two boots`() {
    var mark = SteadyTime(time).mark
    mark.clock.boot = "another"
    time.advance(by: .seconds(30))
    let steady = SteadyTime(time, from: mark)
    #expect(steady.now() == mark.time)
    time.advance(by: .seconds(5))
    #expect(steady.now().milliseconds == mark.time.milliseconds + 5000)
  }

  @Test func `a mark from the future of its own boot lets no time elapse`() {
    var mark = SteadyTime(time).mark
    mark.clock.milliseconds += 1000
    #expect(SteadyTime(time, from: mark).now() == mark.time)
  }

  @Test func `the system's clocks name one boot and advance`() {
    let source = SystemTimeSource()
    let (first, second) = (source.bootClock(), source.bootClock())
    #expect(first.boot == second.boot)
    #expect(!first.boot.isEmpty)
    #expect(first.milliseconds > 0)
    #expect(second.milliseconds >= first.milliseconds)
  }
}
