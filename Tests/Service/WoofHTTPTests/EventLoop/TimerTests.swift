// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import TestKit
@testable import WoofHTTP

@Suite struct TimerTests {
  @Test func `timers fire in the order of their times, then of their creation`() async throws {
    let clock = ManualClock()
    let group = try EventLoopGroup(count: 1, clock: clock)
    let loop = group.loops[0]
    let fired = Mutex<[Int]>([])
    for (number, delay) in [5, 1, 3, 1, 4, 2, 3].enumerated() {
      loop.schedule(after: .milliseconds(delay)) { fired.withLock { $0.append(number) } }
    }
    await loop.perform {}
    #expect(fired.withLock { $0 } == [])
    clock.advance(by: 2)
    await loop.perform {}
    await loop.perform {}
    #expect(fired.withLock { $0 } == [1, 3, 5])
    clock.advance(by: 100)
    await loop.perform {}
    await loop.perform {}
    #expect(fired.withLock { $0 } == [1, 3, 5, 2, 6, 4, 0])
    await group.stop()
  }

  @Test func `a cancelled timer does not fire, and releases its captures`() async throws {
    let clock = ManualClock()
    let group = try EventLoopGroup(count: 1, clock: clock)
    let loop = group.loops[0]
    let fired = Counter()
    weak var held: Counter?
    do {
      let object = Counter()
      held = object
      let timer = loop.schedule(after: .seconds(1)) {
        object.add(1)
        fired.add(1)
      }
      timer.cancel()
      timer.cancel()
    }
    await loop.perform {}
    #expect(held == nil)
    clock.advance(by: 5000)
    await loop.perform {}
    await loop.perform {}
    #expect(fired.value == 0)
    await group.stop()
  }

  @Test func `a timer of the system's clock fires by itself`() async throws {
    let group = try EventLoopGroup(count: 1)
    let fired = Gate()
    group.loops[0].schedule(after: .milliseconds(1)) { fired.open() }
    await fired.waitUnlessCancelled()
    await group.stop()
  }

  @Test func `a timer queue keeps its order through any insertions and removals`() async throws {
    let group = try EventLoopGroup(count: 1, clock: ManualClock())
    var random = SeededGenerator(seed: 7)
    var queue = TimerQueue()
    var timers: [ScheduledTimer] = []
    for number in 0..<2000 {
      if !timers.isEmpty, Int.random(in: 0..<3, using: &random) == 0 {
        queue.remove(timers.remove(at: Int.random(in: timers.indices, using: &random)))
      } else {
        let timer = ScheduledTimer(loop: group.loops[0], deadline: .random(in: 0..<500, using: &random)) {}
        timer.number = UInt64(number)
        timers.append(timer)
        queue.insert(timer)
      }
      #expect(queue.firstDeadline == timers.map(\.deadline).min())
    }
    var removed: [ScheduledTimer] = []
    while let timer = queue.removeFirst(dueAt: .max) { removed.append(timer) }
    let expected = timers.sorted { ($0.deadline, $0.number) < ($1.deadline, $1.number) }
    #expect(removed.map(\.number) == expected.map(\.number))
    await group.stop()
  }
}
