// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofHTTP

@Suite struct LoopLocalTests {
  @Test func `each loop has its own value`() async throws {
    let group = try EventLoopGroup(count: 3, clock: ManualClock())
    let values = LoopLocal(group) { $0.index * 100 }
    for loop in group.loops {
      for _ in 0..<5 { await loop.perform { values.withValue { $0 += 1 } } }
    }
    values.forEach { $0 += 1000 }
    for loop in group.loops {
      let value = await loop.perform { values.withValue { $0 } }
      #expect(value == loop.index * 100 + 1005)
    }
    await group.stop()
  }

  @Test func `a value traps off its loop`() async {
    await #expect(processExitsWith: .failure) {
      let group = try EventLoopGroup(count: 1)
      LoopLocal(group) { _ in 1 }.withValue { $0 += 1 }
    }
  }

  @Test func `a value traps on a loop of another group`() async {
    await #expect(processExitsWith: .failure) {
      let values = LoopLocal(try EventLoopGroup(count: 1)) { _ in 1 }
      let other = try EventLoopGroup(count: 1)
      await other.loops[0].perform { values.withValue { $0 += 1 } }
    }
  }
}
