// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WoofCore
import WoofModel

@Suite struct PhotoIDGeneratorTests {
  private let time = ManualTime()

  private func isIncreasing(_ ids: [PhotoID]) -> Bool { zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 } }

  @Test func `an id is a UUID of version 7 that holds the time`() {
    let id = PhotoIDGenerator(time: time).next()
    #expect(id.high >> 16 == UInt64(time.now().milliseconds))
    #expect(id.high >> 12 & 0xF == 7)
    #expect(id.low >> 62 == 0b10)
  }

  @Test func `ids of one millisecond increase, however many there are`() {
    let generator = PhotoIDGenerator(time: time, random: RepeatableRandom())
    #expect(isIncreasing((0..<20_000).map { _ in generator.next() }))
  }

  @Test func `ids increase while time passes`() {
    let generator = PhotoIDGenerator(time: time, random: RepeatableRandom())
    let ids = (0..<1000).map { _ in
      time.advance(by: .milliseconds(1))
      return generator.next()
    }
    #expect(isIncreasing(ids))
    #expect(ids.last.map { $0.high >> 16 } == UInt64(time.now().milliseconds))
  }

  @Test func `ids increase when the clock steps back, and follow it once it has caught up`() {
    let generator = PhotoIDGenerator(time: time, random: RepeatableRandom())
    let start = time.now().milliseconds
    var ids = [generator.next()]
    for step: Int64 in [-1, -1000, -start, -start - 5, 1, 2] {
      time.setWallClock(to: start + step)
      ids.append(generator.next())
    }
    #expect(isIncreasing(ids))
    #expect(ids.last.map { $0.high >> 16 } == UInt64(start + 2))
  }

  @Test func `a clock before 1970 or far ahead still gives ids`() {
    for milliseconds in [Int64.min, -1, .max] {
      time.setWallClock(to: milliseconds)
      let generator = PhotoIDGenerator(time: time, random: RepeatableRandom())
      #expect(isIncreasing((0..<10).map { _ in generator.next() }))
    }
  }

  @Test func `ids made on many threads at once are all distinct, and increase on each`() async {
    let generator = PhotoIDGenerator(time: SystemTimeSource())
    let all = await withTaskGroup(of: [PhotoID].self) { group in
      for _ in 0..<8 { group.addTask { (0..<2000).map { _ in generator.next() } } }
      return await group.reduce(into: [[PhotoID]]()) { $0.append($1) }
    }
    #expect(all.allSatisfy(isIncreasing))
    #expect(Set(all.joined()).count == 16_000)
  }

  @Test func `the random bits of two ids differ`() {
    let generator = PhotoIDGenerator(time: time)
    #expect(generator.next().low != generator.next().low)
  }

  @Test func `ids follow the newest existing id, whatever the clock shows`() {
    let before = PhotoIDGenerator(time: time, random: RepeatableRandom())
    let newest = (0..<5).map { _ in before.next() }.last
    time.setWallClock(to: time.now().milliseconds - 86_400_000)
    let after = PhotoIDGenerator(time: time, random: RepeatableRandom(), after: newest)
    #expect(isIncreasing([newest].compactMap(\.self) + (0..<10_000).map { _ in after.next() }))
  }
}
