// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

@Suite struct FlatMapTests {
  private typealias Inner = ManualPublisher<Int, TestFailure>

  private let outer = ManualPublisher<Int, TestFailure>()
  private let inners = (0..<5).map { _ in Inner() }

  private func probe(
    _ demand: Demand = .unlimited, maxPublishers: Demand = .unlimited
  ) -> Probe<Int, TestFailure> {
    let probe = Probe<Int, TestFailure>(demand)
    outer.flatMap(maxPublishers: maxPublishers) { [inners] in inners[$0] }.subscribe(probe)
    return probe
  }

  @Test func `the values of every new publisher are published`() {
    let probe = probe()
    outer.send(0)
    outer.send(1)
    inners[0].send(10)
    inners[1].send(11)
    inners[0].send(12)
    #expect(probe.values == [10, 11, 12])
  }

  @Test func `the upstream is asked for as many values as there may be publishers`() {
    _ = probe(.none, maxPublishers: .max(2))
    #expect(outer.requests == [.max(2)])
  }

  @Test func `the upstream is asked for unlimited values by default`() {
    _ = probe()
    outer.send(0)
    inners[0].send(completion: .finished)
    #expect(outer.requests == [.unlimited])
  }

  @Test func `a new publisher that finishes makes room for the next`() {
    let probe = probe(maxPublishers: .max(1))
    outer.send(0)
    #expect(outer.asked == .max(1))
    inners[0].send(completion: .finished)
    #expect(outer.asked == .max(2))
    #expect(probe.completions.isEmpty)
  }

  @Test(arguments: 1...4)
  func `there are never more publishers at once than allowed`(limit: Int) {
    var live = 0
    var most = 0
    var values: [Int] = []
    let sources = (0..<20).map { _ in PassthroughSubject<Int, Never>() }
    let cancellable = (0..<20).publisher
      .flatMap(maxPublishers: .max(limit)) { index in
        sources[index].handleEvents(
          receiveSubscription: { _ in
            live += 1
            most = max(most, live)
          }, receiveCompletion: { _ in live -= 1 })
      }
      .sink { values.append($0) }
    for (index, source) in sources.enumerated() {
      source.send(index)
      source.send(completion: .finished)
    }
    cancellable.cancel()
    #expect(most == limit)
    #expect(values == Array(0..<20))
  }

  @Test func `new publishers are not asked for values without demand`() {
    let probe = probe(.none)
    outer.send(0)
    #expect(inners[0].requests.isEmpty)
    probe.request(.max(1))
    #expect(inners[0].requests == [.max(1)])
  }

  @Test func `with unlimited demand new publishers are asked once, without limit`() {
    _ = probe()
    outer.send(0)
    inners[0].send(1)
    inners[0].send(2)
    #expect(inners[0].requests == [.unlimited])
  }

  @Test func `a value beyond the demand waits for the next request`() {
    let probe = probe(.max(1))
    outer.send(0)
    outer.send(1)
    inners[0].send(10)
    inners[1].send(11)
    #expect(probe.values == [10])
    inners[1].send(completion: .finished)
    probe.request(.max(1))
    #expect(probe.values == [10, 11])
    #expect(inners[0].asked == .max(1))
    probe.request(.max(1))
    #expect(inners[0].asked == .max(2))
    probe.expectKept()
  }

  @Test(arguments: [1, 3, 7, 100])
  func `no value comes beyond the demand, and none is lost`(step: Int) {
    let probe = Probe<Int, Never>(.none)
    (0..<10).publisher.flatMap(maxPublishers: .max(3)) { ten in (0..<10).publisher.map { ten * 10 + $0 } }
      .subscribe(probe)
    var asked = 0
    while !probe.isFinished, asked < 300 {
      asked += step
      probe.request(.max(step))
      #expect(probe.values.count == min(asked, 100))
    }
    #expect(probe.values.sorted() == Array(0..<100))
    probe.expectKept()
  }

  @Test func `a long upstream with one publisher at a time does not deepen the stack`() {
    var sum = 0
    _ = (1...100_000).publisher.flatMap(maxPublishers: .max(1)) { Just($0) }.sink { sum += $0 }
    #expect(sum == 5_000_050_000)
  }

  @Test func `it finishes when the upstream and all new publishers have finished`() {
    let probe = probe()
    outer.send(0)
    outer.send(completion: .finished)
    #expect(probe.completions.isEmpty)
    inners[0].send(1)
    inners[0].send(completion: .finished)
    #expect(probe.values == [1])
    #expect(probe.isFinished)
  }

  @Test func `it finishes at once with an upstream of no values`() {
    let probe = probe(.none)
    outer.send(completion: .finished)
    #expect(probe.isFinished)
  }

  @Test func `the failure of a new publisher fails it and cancels all others`() {
    let probe = probe()
    outer.send(0)
    outer.send(1)
    inners[0].send(completion: .failure(TestFailure(number: 1)))
    #expect(probe.failure == TestFailure(number: 1))
    #expect(outer.isCancelled)
    #expect(inners[1].isCancelled)
    #expect(!inners[0].isCancelled)
    inners[1].send(2)
    outer.send(2)
    #expect(inners[2].subscribers == 0)
    probe.expectKept()
  }

  @Test func `the failure of the upstream fails it and cancels the new publishers`() {
    let probe = probe()
    outer.send(0)
    outer.send(completion: .failure(TestFailure(number: 2)))
    #expect(probe.failure == TestFailure(number: 2))
    #expect(inners[0].isCancelled)
  }

  @Test func `cancelling cancels the upstream and all new publishers`() {
    let probe = probe()
    outer.send(0)
    outer.send(1)
    probe.cancel()
    #expect(outer.cancellations == 1)
    #expect(inners[0].cancellations == 1)
    #expect(inners[1].cancellations == 1)
    inners[0].send(1)
    outer.send(2)
    #expect(probe.values.isEmpty)
    #expect(inners[2].subscribers == 0)
  }

  @Test func `cancelling while the new publisher is made cancels that too`() {
    let probe = Probe<Int, TestFailure>()
    outer.flatMap { [inners] index in
      probe.cancel()
      return inners[index]
    }.subscribe(probe)
    outer.send(0)
    #expect(inners[0].isCancelled)
    #expect(probe.values.isEmpty)
  }

  @Test func `the transform may send to the upstream`() {
    let subject = PassthroughSubject<Int, Never>()
    var values: [Int] = []
    let cancellable = subject.flatMap { value in
      if value < 3 { subject.send(value + 1) }
      return Just(value)
    }.sink { values.append($0) }
    subject.send(1)
    cancellable.cancel()
    #expect(values == [1, 2, 3])
  }

  @Test func `flatMap accepts an upstream or new publishers that cannot fail`() {
    var values: [Int] = []
    _ = Just(1).flatMap { Just($0) }.sink { values.append($0) }
    _ = Just(2).flatMap { Just($0).setFailureType(to: TestFailure.self) }
      .sink(receiveCompletion: { _ in }, receiveValue: { values.append($0) })
    _ = Just(3).setFailureType(to: TestFailure.self).flatMap { Just($0) }
      .sink(receiveCompletion: { _ in }, receiveValue: { values.append($0) })
    #expect(values == [1, 2, 3])
  }
}
