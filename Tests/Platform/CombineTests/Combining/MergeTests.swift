// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

@Suite struct MergeTests {
  private let a = ManualPublisher<Int, TestFailure>()
  private let b = ManualPublisher<Int, TestFailure>()

  private func probe(_ demand: Demand = .unlimited) -> Probe<Int, TestFailure> {
    let probe = Probe<Int, TestFailure>(demand)
    a.merge(with: b.map { $0 }).subscribe(probe)
    return probe
  }

  @Test func `values of both publishers come as they are sent`() {
    let probe = probe()
    a.send(1)
    b.send(2)
    a.send(3)
    #expect(probe.values == [1, 2, 3])
  }

  @Test func `two to eight publishers are merged`() {
    let one = Just(1)
    func values(_ publisher: some Publisher<Int, Never>) -> Int {
      var count = 0
      _ = publisher.sink { count += $0 }
      return count
    }
    let two = one.merge(with: Optional(1).publisher)
    let last = Optional(1).publisher
    #expect(values(two) == 2)
    #expect(values(one.merge(with: last, one)) == 3)
    #expect(values(one.merge(with: last, one, last)) == 4)
    #expect(values(one.merge(with: last, one, last, one)) == 5)
    #expect(values(one.merge(with: last, one, last, one, last)) == 6)
    #expect(values(one.merge(with: last, one, last, one, last, one)) == 7)
    #expect(values(one.merge(with: last, one, last, one, last, one, last)) == 8)
  }

  @Test func `merging into a merged publisher makes one publisher of more upstreams`() {
    let one = Just(1)
    let last = Optional(1).publisher
    let three: Publishers.Merge3<Just<Int>, Optional<Int>.Publisher, Just<Int>> = one.merge(with: last).merge(with: one)
    let five = three.merge(with: last, one)
    let eight: Publishers.Merge8 = five.merge(with: one, one, one)
    var count = 0
    _ = eight.sink { count += $0 }
    #expect(count == 8)
  }

  @Test func `any number of publishers of a type are merged`() {
    var values: [Int] = []
    _ = Publishers.MergeMany((1...20).map { Just($0) }).sink { values.append($0) }
    #expect(values == Array(1...20))
  }

  @Test func `a merge of many takes one more publisher`() {
    var values: [Int] = []
    _ = Publishers.MergeMany(Just(1), Just(2)).merge(with: Just(3)).sink { values.append($0) }
    _ = Just(4).merge(with: Just(5)).sink { values.append($0) }
    #expect(values == [1, 2, 3, 4, 5])
  }

  @Test func `a merge of no publishers finishes, even without demand`() {
    let probe = Probe<Int, Never>(.none)
    Publishers.MergeMany([Just<Int>]()).subscribe(probe)
    #expect(probe.isFinished)
    probe.expectKept()
  }

  @Test func `upstreams are not asked for values without demand`() {
    let probe = probe(.none)
    #expect(a.requests.isEmpty)
    #expect(b.requests.isEmpty)
    probe.request(.max(1))
    #expect(a.requests == [.max(1)])
    #expect(b.requests == [.max(1)])
  }

  @Test func `with unlimited demand every upstream is asked once, without limit`() {
    _ = probe()
    a.send(1)
    a.send(2)
    #expect(a.requests == [.unlimited])
    #expect(b.requests == [.unlimited])
  }

  @Test func `a value beyond the demand waits for the next request`() {
    let probe = probe(.max(1))
    a.send(1)
    b.send(2)
    #expect(probe.values == [1])
    probe.request(.max(1))
    #expect(probe.values == [1, 2])
    probe.expectKept()
  }

  @Test func `an upstream is asked again only when its value has been delivered`() {
    let probe = probe(.max(2))
    a.send(1)
    #expect(a.asked == .max(2))
    #expect(b.asked == .max(1))
    b.send(2)
    #expect(probe.values == [1, 2])
    #expect(b.asked == .max(1))
    probe.request(.max(1))
    #expect(b.asked == .max(2))
  }

  @Test func `demand can become unlimited later`() {
    let probe = probe(.max(1))
    a.send(1)
    probe.request(.unlimited)
    #expect(a.requests.last == .unlimited)
    b.send(2)
    #expect(b.requests.last == .unlimited)
    #expect(probe.values == [1, 2])
  }

  @Test(arguments: 1...12)
  func `no value comes beyond the demand, and none is lost`(step: Int) {
    let probe = Probe<Int, Never>(.none)
    let odd = (0..<50).map { $0 * 2 + 1 }.publisher
    let even = (0..<50).map { $0 * 2 }.publisher
    odd.merge(with: even, Just(100)).subscribe(probe)
    var asked = 0
    while !probe.isFinished, asked < 200 {
      asked += step
      probe.request(.max(step))
      #expect(probe.values.count == min(asked, 101))
    }
    #expect(probe.values.sorted() == Array(0...100))
    probe.expectKept()
  }

  @Test func `the subscriber's returned demand requests one value at a time`() {
    let probe = Probe<Int, Never>(.max(1)) { _ in .max(1) }
    (0..<100).publisher.merge(with: (100..<200).publisher).subscribe(probe)
    #expect(probe.values.sorted() == Array(0..<200))
    #expect(probe.isFinished)
    probe.expectKept()
  }

  @Test func `it finishes when all upstreams have finished`() {
    let probe = probe()
    a.send(completion: .finished)
    b.send(1)
    #expect(probe.completions.isEmpty)
    b.send(completion: .finished)
    #expect(probe.values == [1])
    #expect(probe.isFinished)
  }

  @Test func `it finishes after values that wait for demand`() {
    let probe = probe(.max(1))
    a.send(1)
    b.send(2)
    a.send(completion: .finished)
    b.send(completion: .finished)
    #expect(probe.completions.isEmpty)
    probe.request(.max(1))
    #expect(probe.values == [1, 2])
    #expect(probe.isFinished)
  }

  @Test func `the first failure comes without demand, and cancels the other upstreams`() {
    let probe = probe(.max(1))
    a.send(1)
    b.send(2)
    a.send(completion: .failure(TestFailure(number: 3)))
    #expect(probe.values == [1])
    #expect(probe.failure == TestFailure(number: 3))
    #expect(b.isCancelled)
    b.send(4)
    b.send(completion: .failure(TestFailure(number: 5)))
    probe.expectKept()
  }

  @Test func `cancelling cancels every upstream, and nothing comes after it`() {
    let probe = probe()
    probe.cancel()
    #expect(a.cancellations == 1)
    #expect(b.cancellations == 1)
    a.send(1)
    a.send(completion: .finished)
    b.send(completion: .finished)
    #expect(probe.values.isEmpty)
    #expect(probe.completions.isEmpty)
  }

  @Test func `cancelling from within a value stops the values after it`() {
    let probe = Probe<Int, Never>()
    probe.onValue = { value in
      if value == 3 { probe.cancel() }
      return .none
    }
    (1...10).publisher.merge(with: (11...20).publisher).subscribe(probe)
    #expect(probe.values == [1, 2, 3])
    #expect(probe.completions.isEmpty)
  }

  @Test func `an upstream that has finished is not cancelled with the others`() {
    let probe = probe()
    a.send(completion: .finished)
    probe.cancel()
    #expect(a.cancellations == 0)
    #expect(b.cancellations == 1)
  }

  @Test func `values sent from within a value come after it`() {
    let probe = probe()
    probe.onValue = { [b] value in
      if value == 1 { b.send(2) }
      #expect(probe.values.last == value)
      return .none
    }
    a.send(1)
    #expect(probe.values == [1, 2])
  }

  @Test func `publishers of equal upstreams are equal`() {
    #expect(Publishers.MergeMany(Just(1), Just(2)) == Publishers.MergeMany([Just(1), Just(2)]))
    #expect(Publishers.Merge(Just(1), Just(2)) != Publishers.Merge(Just(1), Just(3)))
    #expect(Publishers.Merge3(Just(1), Just(2), Just(3)) == Publishers.Merge3(Just(1), Just(2), Just(3)))
  }
}
