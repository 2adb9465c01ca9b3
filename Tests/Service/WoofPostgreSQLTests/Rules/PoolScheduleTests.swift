// SPDX-License-Identifier: Apache-2.0

import Testing
@testable import WoofPostgreSQL

struct PoolScheduleTests {
  private typealias Schedule = PoolSchedule<Int>

  private static func words(_ actions: [Schedule.Action]) -> [String] {
    actions.map { action in
      switch action {
      case .send(let call, let slot): "send \(call) over \(slot)"
      case .open(let slot): "open \(slot)"
      case .refuse(let call): "refuse \(call)"
      }
    }
  }

  private static func schedule(size: Int = 2, depthLimit: Int = 2, waitingLimit: Int = 3) -> Schedule {
    Schedule(size: size, depthLimit: depthLimit, waitingLimit: waitingLimit)
  }

  @Test func `the first call has a connection made, and goes over it`() {
    var schedule = Self.schedule()
    #expect(Self.words(schedule.arrive(1, at: 0)) == ["open 0"])
    #expect(Self.words(schedule.opened(slot: 0, at: 1)) == ["send 1 over 0", "open 1"])
  }

  @Test func `calls go over the connection with the fewest, as deep as they may, and then wait in their order`() {
    var schedule = Self.schedule()
    _ = schedule.arrive(1, at: 0)
    _ = schedule.opened(slot: 0, at: 0)
    _ = schedule.opened(slot: 1, at: 0)
    #expect(Self.words(schedule.arrive(2, at: 0)) == ["send 2 over 1"])
    #expect(Self.words(schedule.arrive(3, at: 0)) == ["send 3 over 0"])
    #expect(Self.words(schedule.arrive(4, at: 0)) == ["send 4 over 1"])
    for call in 5...7 { #expect(schedule.arrive(call, at: 0).isEmpty) }
    #expect(Self.words(schedule.arrive(8, at: 0)) == ["refuse 8"])
    #expect(Self.words(schedule.ended(1, slot: 1, at: 0)) == ["send 5 over 1"])
    #expect(Self.words(schedule.ended(2, slot: 0, at: 0)) == ["send 6 over 0", "send 7 over 0"])
  }

  @Test func `after a failure nobody tries before the pause is over, and then one`() {
    var schedule = Self.schedule(size: 3)
    for call in 1...3 { _ = schedule.arrive(call, at: 0) }
    #expect(schedule.slots == [.opening, .opening, .opening])
    for slot in 0..<3 { schedule.failed(slot: slot, at: 10) { Int64($0) * 100 } }
    #expect(schedule.failureCount == 3)
    #expect(schedule.timeIs(309) { _ in false }.isEmpty)
    #expect(Self.words(schedule.timeIs(310) { _ in false }) == ["open 0"])
    #expect(Self.words(schedule.opened(slot: 0, at: 311)) == ["send 1 over 0", "send 2 over 0", "open 1", "open 2"])
    #expect(schedule.failureCount == 0)
  }

  @Test func `a lost connection is made anew when somebody needs it`() {
    var schedule = Self.schedule(size: 1)
    _ = schedule.arrive(1, at: 0)
    _ = schedule.opened(slot: 0, at: 0)
    #expect(schedule.lost(slot: 0, at: 5).isEmpty)
    #expect(Self.words(schedule.arrive(2, at: 6)) == ["open 0"])
    #expect(schedule.ended(1, slot: 0, at: 7).isEmpty)
  }

  @Test func `calls that were given up leave the line`() {
    var schedule = Self.schedule(size: 1, depthLimit: 1)
    for call in 1...3 { _ = schedule.arrive(call, at: 0) }
    _ = schedule.timeIs(1) { $0 == 2 }
    #expect(Self.words(schedule.opened(slot: 0, at: 2)) == ["send 1 over 0"])
    #expect(Self.words(schedule.ended(1, slot: 0, at: 3)) == ["send 3 over 0"])
  }

  @Test func `a line gives back what was put in, in its order`() {
    var line = WaitingLine<Int>()
    var taken: [Int] = []
    for number in 0..<1000 {
      line.append(number)
      if number % 3 != 0, let first = line.popFirst() { taken.append(first) }
    }
    line.removeAll { $0 % 2 == 1 && $0 > 700 }
    while let first = line.popFirst() { taken.append(first) }
    #expect(taken == (0..<1000).filter { $0 < 701 || $0 % 2 == 0 })
    #expect(line.isEmpty)
  }
}
