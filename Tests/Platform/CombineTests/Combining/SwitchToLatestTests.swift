// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

@Suite struct SwitchToLatestTests {
  private typealias Inner = ManualPublisher<Int, TestFailure>

  private let outer = ManualPublisher<ManualPublisher<Int, TestFailure>, TestFailure>()
  private let first = ManualPublisher<Int, TestFailure>()
  private let second = ManualPublisher<Int, TestFailure>()

  private func probe(_ demand: Demand = .unlimited) -> Probe<Int, TestFailure> {
    let probe = Probe<Int, TestFailure>(demand)
    outer.switchToLatest().subscribe(probe)
    return probe
  }

  @Test func `the values of the latest publisher are published`() {
    let probe = probe()
    outer.send(first)
    first.send(1)
    outer.send(second)
    first.send(2)
    second.send(3)
    #expect(probe.values == [1, 3])
  }

  @Test func `the publisher before the latest is cancelled`() {
    let probe = probe()
    outer.send(first)
    outer.send(second)
    #expect(first.cancellations == 1)
    #expect(!second.isCancelled)
    first.send(completion: .failure(TestFailure()))
    #expect(probe.completions.isEmpty)
  }

  @Test func `the upstream is asked without limit, and the latest publisher for the current demand`() {
    let probe = probe(.max(3))
    outer.send(first)
    #expect(outer.requests == [.unlimited])
    #expect(first.requests == [.max(3)])
    probe.request(.max(2))
    #expect(first.asked == .max(5))
  }

  @Test func `the latest publisher is asked for the values that earlier ones have not sent`() {
    let probe = probe(.max(3))
    outer.send(first)
    first.send(1)
    outer.send(second)
    #expect(second.requests == [.max(2)])
    second.send(2)
    second.send(3)
    #expect(probe.values == [1, 2, 3])
    probe.expectKept()
  }

  @Test func `demand that came before the first publisher is kept for it`() {
    let probe = probe(.none)
    probe.request(.max(2))
    outer.send(first)
    #expect(first.requests == [.max(2)])
  }

  @Test func `demand returned from a value reaches the latest publisher`() {
    let probe = probe(.max(1))
    probe.onValue = { _ in .max(1) }
    outer.send(first)
    first.send(1)
    #expect(first.asked == .max(2))
  }

  @Test func `it finishes when the upstream and the latest publisher have finished`() {
    let probe = probe()
    outer.send(first)
    outer.send(completion: .finished)
    #expect(probe.completions.isEmpty)
    first.send(1)
    first.send(completion: .finished)
    #expect(probe.values == [1])
    #expect(probe.isFinished)
  }

  @Test func `it goes on when only the latest publisher has finished`() {
    let probe = probe()
    outer.send(first)
    first.send(completion: .finished)
    outer.send(second)
    second.send(1)
    #expect(probe.values == [1])
    outer.send(completion: .finished)
    second.send(completion: .finished)
    #expect(probe.isFinished)
  }

  @Test func `the failure of the latest publisher fails it and cancels the upstream`() {
    let probe = probe()
    outer.send(first)
    first.send(completion: .failure(TestFailure(number: 1)))
    #expect(probe.failure == TestFailure(number: 1))
    #expect(outer.isCancelled)
  }

  @Test func `the failure of the upstream fails it and cancels the latest publisher`() {
    let probe = probe()
    outer.send(first)
    outer.send(completion: .failure(TestFailure(number: 2)))
    #expect(probe.failure == TestFailure(number: 2))
    #expect(first.isCancelled)
  }

  @Test func `cancelling cancels the upstream and the latest publisher`() {
    let probe = probe()
    outer.send(first)
    probe.cancel()
    #expect(outer.cancellations == 1)
    #expect(first.cancellations == 1)
    first.send(1)
    outer.send(second)
    #expect(second.subscribers == 0)
    #expect(probe.values.isEmpty)
  }

  @Test func `a new publisher can arrive from within a value`() {
    let probe = probe()
    probe.onValue = { [outer, second] value in
      if value == 1 { outer.send(second) }
      return .none
    }
    outer.send(first)
    first.send(1)
    first.send(2)
    second.send(3)
    #expect(probe.values == [1, 3])
    #expect(first.isCancelled)
  }

  @Test func `switchToLatest accepts an upstream or inner publishers that cannot fail`() {
    var values: [Int] = []
    _ = Just(Just(1)).switchToLatest().sink { values.append($0) }
    _ = Just(Just(2).setFailureType(to: TestFailure.self)).switchToLatest()
      .sink(receiveCompletion: { _ in }, receiveValue: { values.append($0) })
    _ = Just(Just(3)).setFailureType(to: TestFailure.self).switchToLatest()
      .sink(receiveCompletion: { _ in }, receiveValue: { values.append($0) })
    #expect(values == [1, 2, 3])
  }
}
