// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit
@testable import WoofHTTP

@Suite struct DeadlineWheelTests {
  private final class Holder: DeadlineHolder {
    var deadline: Int64
    var wheelPlace = DeadlineWheel.Place()
    init(_ deadline: Int64) { self.deadline = deadline }
    func deadlinePassed() {}
  }

  private static let second: Int64 = 1_000_000_000

  private func expect(_ wheel: inout DeadlineWheel, at time: Int64, due count: Int) {
    let due = wheel.advance(to: time)
    #expect(due.count == count)
  }

  @Test func `a deadline is reported once it has passed, at most a tick late`() {
    var wheel = DeadlineWheel(now: 0)
    let holder = Holder(10 * Self.second)
    wheel.place(holder)
    expect(&wheel, at: 10 * Self.second - 1, due: 0)
    expect(&wheel, at: 10 * Self.second + DeadlineWheel.tickLength, due: 1)
    expect(&wheel, at: 100 * Self.second, due: 0)
    #expect(wheel.nextTime == nil)
  }

  @Test func `a deadline that moved later is reported then`() {
    var wheel = DeadlineWheel(now: 0)
    let holder = Holder(Self.second)
    wheel.place(holder)
    holder.deadline = 5 * Self.second
    expect(&wheel, at: 2 * Self.second, due: 0)
    expect(&wheel, at: 6 * Self.second, due: 1)
  }

  @Test func `a deadline that moved earlier is reported then`() {
    var wheel = DeadlineWheel(now: 0)
    let holder = Holder(60 * Self.second)
    wheel.place(holder)
    holder.deadline = Self.second
    wheel.place(holder)
    expect(&wheel, at: 2 * Self.second, due: 1)
  }

  @Test func `a deadline beyond the wheel's turn is reported in time`() {
    var wheel = DeadlineWheel(now: 0)
    let holder = Holder(1000 * Self.second)
    wheel.place(holder)
    var now: Int64 = 0
    while now < 1000 * Self.second {
      expect(&wheel, at: now, due: 0)
      now += Self.second
    }
    expect(&wheel, at: now + Self.second, due: 1)
  }

  @Test func `a long sleep misses no deadline`() {
    var wheel = DeadlineWheel(now: 0)
    let holders = (0..<1000).map { Holder(Int64($0) * Self.second / 10) }
    for holder in holders { wheel.place(holder) }
    expect(&wheel, at: 10_000 * Self.second, due: 1000)
  }

  @Test func `holders can be removed anywhere, and no other goes missing`() {
    var random = SeededGenerator(seed: 3)
    var wheel = DeadlineWheel(now: 0)
    var holders = (0..<500).map { _ in Holder(.random(in: 0..<100 * Self.second, using: &random)) }
    for holder in holders { wheel.place(holder) }
    for _ in 0..<200 { wheel.remove(holders.remove(at: .random(in: holders.indices, using: &random))) }
    var due = 0
    var now: Int64 = 0
    while now <= 101 * Self.second {
      for holder in wheel.advance(to: now) {
        #expect(holder.deadline <= now)
        #expect(holder.deadline > now - Self.second / 2 - 2 * DeadlineWheel.tickLength)
        due += 1
      }
      now += Self.second / 2
    }
    #expect(due == holders.count)
  }

  @Test func `a holder without a deadline takes no place`() {
    var wheel = DeadlineWheel(now: 0)
    let holder = Holder(.max)
    wheel.place(holder)
    #expect(wheel.nextTime == nil)
    expect(&wheel, at: .max - 1, due: 0)
  }
}
