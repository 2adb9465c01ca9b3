// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

@Suite struct MatchingTests {
  private let upstream = ManualPublisher<Int, TestFailure>()

  @Test func `contains is settled by the first match`() {
    let probe = upstream.contains(2).probe()
    upstream.send(1, 2)
    #expect(probe.values == [true])
    #expect(probe.isFinished)
    #expect(upstream.isCancelled)
  }

  @Test func `contains is false when upstream finishes without a match`() {
    let probe = upstream.contains { $0 > 5 }.probe()
    upstream.send(1, 2)
    upstream.finish()
    #expect(probe.values == [false])
    #expect(probe.isFinished)
  }

  @Test func `the result waits for demand`() {
    let probe = upstream.contains(2).probe(.none)
    upstream.send(2)
    #expect(upstream.isCancelled)
    #expect(probe.values.isEmpty)
    probe.request(.max(1))
    #expect(probe.values == [true])
    #expect(probe.isFinished)
  }

  @Test func `allSatisfy is settled by the first value that does not match`() {
    let probe = upstream.allSatisfy { $0 < 2 }.probe()
    upstream.send(1, 2)
    #expect(probe.values == [false])
    #expect(upstream.isCancelled)
  }

  @Test func `allSatisfy is true of no values`() {
    let probe = upstream.allSatisfy { _ in false }.probe()
    upstream.finish()
    #expect(probe.values == [true])
  }

  @Test func `the throwing forms end with the error their closures throw`() {
    let predicate: (Int) throws -> Bool = { throw TestFailure(number: $0) }
    let contains = upstream.tryContains(where: predicate).probe()
    upstream.send(4)
    #expect(contains.failure as? TestFailure == TestFailure(number: 4))
    #expect(upstream.isCancelled)
    let all = upstream.tryAllSatisfy(predicate).probe()
    upstream.send(5)
    #expect(all.failure as? TestFailure == TestFailure(number: 5))
    #expect(upstream.isCancelled)
  }
}
