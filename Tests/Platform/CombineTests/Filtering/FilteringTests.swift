// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

@Suite struct FilteringTests {
  private let upstream = ManualPublisher<Int, TestFailure>()
  private let error = TestFailure(number: 1)

  @Test func `filter drops a value that does not match, and asks for one more`() {
    let probe = upstream.filter { $0 > 1 }.probe(.max(2))
    #expect(upstream.send(1, 2, 1, 3))
    #expect(!upstream.send(4))
    #expect(probe.values == [2, 3])
  }

  @Test func `filters in a row are one operator`() {
    let filtered: Publishers.Filter<ManualPublisher<Int, TestFailure>> = upstream.filter { $0 > 1 }.filter { $0 < 4 }
    let probe = filtered.probe()
    upstream.send(1, 2, 3, 4)
    #expect(probe.values == [2, 3])
  }

  @Test func `tryFilter ends with the error its closure throws`() {
    let filtered: Publishers.TryFilter<ManualPublisher<Int, TestFailure>> =
      upstream.filter { $0 > 0 }.tryFilter { value in
        if value == 3 { throw TestFailure(number: 3) }
        return value > 1
      }.filter { _ in true }.tryFilter { _ in true }
    let probe = filtered.probe()
    upstream.send(0, 1, 2, 3)
    #expect(probe.values == [2])
    #expect(probe.failure as? TestFailure == TestFailure(number: 3))
    #expect(upstream.isCancelled)
  }

  @Test func `removeDuplicates leaves out values like the one before`() {
    let probe = upstream.removeDuplicates().probe(.max(3))
    #expect(upstream.send(1, 1, 2, 2, 1))
    #expect(!upstream.send(3))
    #expect(probe.values == [1, 2, 1])
  }

  @Test func `removeDuplicates compares with the last value that it sent`() {
    var compared: [[Int]] = []
    let probe = upstream.removeDuplicates { last, next in
      compared.append([last, next])
      return next - last < 3
    }.probe()
    upstream.send(1, 3, 4, 5)
    #expect(probe.values == [1, 4])
    #expect(compared == [[1, 3], [1, 4], [4, 5]])
  }

  @Test func `tryRemoveDuplicates ends with the error its closure throws`() {
    let probe = upstream.tryRemoveDuplicates { last, next in
      if next == 3 { throw TestFailure(number: 3) }
      return last == next
    }.probe()
    upstream.send(1, 1, 2, 3)
    #expect(probe.values == [1, 2])
    #expect(probe.failure as? TestFailure == TestFailure(number: 3))
    #expect(upstream.isCancelled)
  }

  @Test func `replaceEmpty sends a value if there was none`() {
    let probe = upstream.replaceEmpty(with: 9).probe()
    upstream.finish()
    #expect(probe.values == [9])
    #expect(probe.isFinished)
  }

  @Test func `the value of replaceEmpty waits for demand`() {
    let probe = upstream.replaceEmpty(with: 9).probe(.none)
    upstream.finish()
    #expect(probe.values.isEmpty)
    #expect(probe.completions.isEmpty)
    probe.request(.max(1))
    #expect(probe.values == [9])
    #expect(probe.isFinished)
    probe.expectKept()
  }

  @Test func `replaceEmpty passes on the values of a publisher that has some`() {
    let probe = upstream.replaceEmpty(with: 9).probe()
    upstream.send(1)
    upstream.finish()
    #expect(probe.values == [1])
    #expect(probe.isFinished)
  }

  @Test func `replaceEmpty does not replace a failure`() {
    let probe = upstream.replaceEmpty(with: 9).probe()
    upstream.send(completion: .failure(error))
    #expect(probe.values.isEmpty)
    #expect(probe.failure == error)
  }

  @Test func `publishers with equal parts are equal`() {
    #expect(Just(1).eraseEquatable().removeFirst() == Just(1).eraseEquatable().removeFirst())
    #expect(Just(1).eraseEquatable().removeFirst() != Just(2).eraseEquatable().removeFirst())
  }
}

extension Just where Output == Int {
  fileprivate func eraseEquatable() -> Publishers.SetFailureType<Self, TestFailure> {
    Publishers.SetFailureType(upstream: self)
  }
}

extension Publishers.SetFailureType {
  fileprivate func removeFirst() -> Publishers.Drop<Self> {
    dropFirst()
  }
}
