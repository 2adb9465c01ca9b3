// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

@Suite struct SequencingTests {
  private let upstream = ManualPublisher<Int, TestFailure>()
  private let error = TestFailure(number: 1)
  private let failing: (Int) throws -> Bool = { value in
    if value == 3 { throw TestFailure(number: 3) }
    return value < 2
  }

  @Test func `first publishes the first value and cancels upstream`() {
    let probe = upstream.first().probe()
    upstream.send(1)
    #expect(probe.values == [1])
    #expect(probe.isFinished)
    #expect(upstream.isCancelled)
  }

  @Test func `first where publishes the first match`() {
    let probe = upstream.first { $0 > 1 }.probe()
    upstream.send(1, 2)
    #expect(probe.values == [2])
    #expect(upstream.isCancelled)
  }

  @Test func `first of an empty publisher publishes nothing`() {
    let probe = upstream.first().probe(.none)
    upstream.finish()
    #expect(probe.values.isEmpty)
    #expect(probe.isFinished)
  }

  @Test func `last publishes the last value when upstream finishes`() {
    let probe = upstream.last().probe()
    upstream.send(1, 2)
    #expect(probe.values.isEmpty)
    upstream.finish()
    #expect(probe.values == [2])
    #expect(probe.isFinished)
  }

  @Test func `last where publishes the last match`() {
    let probe = upstream.last { $0 < 3 }.probe()
    upstream.send(1, 2, 3)
    upstream.finish()
    #expect(probe.values == [2])
  }

  @Test func `tryFirst and tryLast end with the error their closures throw`() {
    let throwing: (Int) throws -> Bool = { throw TestFailure(number: $0) }
    let first = upstream.tryFirst(where: throwing).probe()
    upstream.send(4)
    #expect(first.failure as? TestFailure == TestFailure(number: 4))
    let last = upstream.tryLast(where: throwing).probe()
    upstream.send(5)
    #expect(last.failure as? TestFailure == TestFailure(number: 5))
    #expect(upstream.isCancelled)
  }

  @Test func `output(at:) publishes the value at an index`() {
    let probe = upstream.output(at: 1).probe()
    upstream.send(10, 11)
    #expect(probe.values == [11])
    #expect(probe.isFinished)
    #expect(upstream.isCancelled)
  }

  @Test func `output(in:) publishes a range, and finishes with its last value`() {
    let probe = upstream.output(in: 1..<3).probe(.max(2))
    #expect(upstream.send(10, 11, 12))
    #expect(probe.values == [11, 12])
    #expect(probe.isFinished)
    #expect(upstream.isCancelled)
  }

  @Test func `output(in:) takes ranges without an end`() {
    let probe = upstream.output(in: 1...).probe()
    upstream.send(10, 11, 12)
    upstream.finish()
    #expect(probe.values == [11, 12])
    #expect(probe.isFinished)
  }

  @Test func `prefix publishes the first values up to a count`() {
    let probe = upstream.prefix(2).probe()
    upstream.send(1, 2)
    #expect(probe.values == [1, 2])
    #expect(probe.isFinished)
    #expect(upstream.isCancelled)
  }

  @Test func `a prefix of no length finishes without a value`() {
    for length in [0, -1] {
      let probe = upstream.prefix(length).probe()
      upstream.send(1)
      #expect(probe.values.isEmpty)
      #expect(probe.isFinished)
    }
  }

  @Test func `dropFirst drops a count of values, and asks for as many more`() {
    let probe = upstream.dropFirst(2).probe(.max(1))
    #expect(upstream.send(1, 2, 3))
    #expect(!upstream.send(4))
    #expect(probe.values == [3])
  }

  @Test func `dropFirst drops one value by default, and none for a negative count`() {
    let one = upstream.dropFirst().probe()
    upstream.send(1, 2)
    #expect(one.values == [2])
    let none = upstream.dropFirst(-1).probe()
    upstream.send(1, 2)
    #expect(none.values == [1, 2])
  }

  @Test func `drop(while:) drops values until one does not match`() {
    let probe = upstream.drop { $0 < 2 }.probe(.max(2))
    #expect(upstream.send(1, 2, 1))
    #expect(probe.values == [2, 1])
  }

  @Test func `prefix(while:) finishes with the first value that does not match`() {
    let probe = upstream.prefix { $0 < 2 }.probe()
    upstream.send(1, 2)
    #expect(probe.values == [1])
    #expect(probe.isFinished)
    #expect(upstream.isCancelled)
  }

  @Test func `tryDrop and tryPrefix end with the error their closures throw`() {
    let drop = upstream.tryDrop(while: failing).probe()
    upstream.send(1, 3)
    #expect(drop.failure as? TestFailure == TestFailure(number: 3))
    let prefix = upstream.tryPrefix(while: failing).probe()
    upstream.send(1, 3)
    #expect(prefix.values == [1])
    #expect(prefix.failure as? TestFailure == TestFailure(number: 3))
    #expect(upstream.isCancelled)
  }
}
