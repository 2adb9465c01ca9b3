// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

@Suite struct CombineLatestTests {
  private let a = ManualPublisher<Int, TestFailure>()
  private let b = ManualPublisher<String, TestFailure>()

  private func probe(_ demand: Demand = .unlimited) -> Probe<String, TestFailure> {
    let probe = Probe<String, TestFailure>(demand)
    a.combineLatest(b) { "\($0)\($1)" }.subscribe(probe)
    return probe
  }

  @Test func `nothing is published before each upstream has published`() {
    let probe = probe()
    a.send(1)
    a.send(2)
    #expect(probe.values.isEmpty)
    b.send("a")
    #expect(probe.values == ["2a"])
  }

  @Test func `every value makes a combination with the latest of the others`() {
    let probe = probe()
    a.send(1)
    b.send("a")
    b.send("b")
    a.send(2)
    #expect(probe.values == ["1a", "1b", "2b"])
  }

  @Test func `three upstreams are combined`() {
    let c = ManualPublisher<Bool, TestFailure>()
    let probe = Probe<String, TestFailure>()
    a.combineLatest(b, c) { "\($0)\($1)\($2)" }.subscribe(probe)
    a.send(1)
    b.send("a")
    c.send(true)
    a.send(2)
    #expect(probe.values == ["1atrue", "2atrue"])
  }

  @Test func `four upstreams are combined`() {
    let c = ManualPublisher<Bool, TestFailure>()
    let d = ManualPublisher<Int, TestFailure>()
    let probe = Probe<String, TestFailure>()
    a.combineLatest(b, c, d) { "\($0)\($1)\($2)\($3)" }.subscribe(probe)
    a.send(1)
    b.send("a")
    c.send(true)
    d.send(4)
    c.send(false)
    #expect(probe.values == ["1atrue4", "1afalse4"])
  }

  @Test func `without a transform the combinations are tuples`() {
    let c = ManualPublisher<Int, TestFailure>()
    let d = ManualPublisher<Int, TestFailure>()
    let two = Probe<(Int, String), TestFailure>()
    let three = Probe<(Int, String, Int), TestFailure>()
    let four = Probe<(Int, String, Int, Int), TestFailure>()
    let values = [a.setUp(1), c.setUp(3), d.setUp(4)]
    values[0].combineLatest(Just("a").setFailureType(to: TestFailure.self)).subscribe(two)
    values[0].combineLatest(Just("a").setFailureType(to: TestFailure.self), values[1]).subscribe(three)
    values[0].combineLatest(Just("a").setFailureType(to: TestFailure.self), values[1], values[2]).subscribe(four)
    #expect(two.values.first ?? (0, "") == (1, "a"))
    #expect(three.values.first ?? (0, "", 0) == (1, "a", 3))
    #expect(four.values.first ?? (0, "", 0, 0) == (1, "a", 3, 4))
  }

  @Test func `every upstream is asked for as many values as the subscriber asks for`() {
    let probe = probe(.max(2))
    #expect(a.requests == [.max(2)])
    #expect(b.requests == [.max(2)])
    probe.request(.max(3))
    #expect(a.asked == .max(5))
    #expect(b.asked == .max(5))
  }

  @Test func `upstreams are not asked for values without demand`() {
    _ = probe(.none)
    #expect(a.requests.isEmpty)
    #expect(b.requests.isEmpty)
  }

  @Test func `demand returned from a value reaches every upstream`() {
    let probe = probe(.max(1))
    probe.onValue = { _ in .max(1) }
    a.send(1)
    b.send("a")
    #expect(a.asked == .max(2))
    #expect(b.asked == .max(2))
  }

  @Test func `combinations without demand are dropped, latest values kept`() {
    let probe = probe(.max(2))
    a.send(1)
    b.send("a")
    a.send(2)
    b.send("b")
    #expect(probe.values == ["1a", "2a"])
    probe.request(.max(1))
    a.send(3)
    #expect(probe.values == ["1a", "2a", "3b"])
    probe.expectKept()
  }

  @Test func `it finishes when all upstreams have finished`() {
    let probe = probe()
    a.send(1)
    a.send(completion: .finished)
    b.send("a")
    #expect(probe.values == ["1a"])
    #expect(probe.completions.isEmpty)
    b.send(completion: .finished)
    #expect(probe.isFinished)
  }

  @Test func `it fails with the first failure and cancels the other upstreams`() {
    let probe = probe()
    a.send(completion: .failure(TestFailure(number: 1)))
    #expect(probe.failure == TestFailure(number: 1))
    #expect(b.isCancelled)
    #expect(!a.isCancelled)
    b.send(completion: .finished)
    probe.expectKept()
  }

  @Test func `cancelling cancels every upstream, and nothing comes after it`() {
    let probe = probe()
    a.send(1)
    probe.cancel()
    #expect(a.cancellations == 1)
    #expect(b.cancellations == 1)
    b.send("a")
    a.send(completion: .finished)
    b.send(completion: .finished)
    #expect(probe.values.isEmpty)
    #expect(probe.completions.isEmpty)
  }

  @Test func `cancelling upon subscribing cancels every upstream, which is not asked`() {
    let subscriber = AnySubscriber<(Int, String), TestFailure>(receiveSubscription: { $0.cancel() })
    a.combineLatest(b).subscribe(subscriber)
    #expect(a.isCancelled)
    #expect(b.isCancelled)
    #expect(a.requests.isEmpty)
    #expect(b.requests.isEmpty)
  }

  @Test func `cancelling from within a value cancels before the value has returned`() {
    let probe = probe()
    var wasCancelled = false
    probe.onValue = { [a] _ in
      probe.cancel()
      wasCancelled = a.isCancelled
      return .none
    }
    a.send(1)
    b.send("a")
    b.send("b")
    #expect(wasCancelled)
    #expect(probe.values == ["1a"])
  }

  @Test func `values sent from within a value come after it`() {
    let probe = probe()
    var depth = 0
    probe.onValue = { [a] value in
      depth += 1
      #expect(depth == 1)
      if value == "1a" {
        a.send(2)
        a.send(3)
      }
      depth -= 1
      return .none
    }
    a.send(1)
    b.send("a")
    #expect(probe.values == ["1a", "2a", "3a"])
  }

  @Test func `publishers of equal upstreams are equal`() {
    #expect(Just(1).combineLatest(Just(2)) == Just(1).combineLatest(Just(2)))
    #expect(Just(1).combineLatest(Just(2)) != Just(1).combineLatest(Just(3)))
    #expect(Just(1).combineLatest(Just(2), Just(3)) == Just(1).combineLatest(Just(2), Just(3)))
    #expect(Just(1).combineLatest(Just(2), Just(3), Just(4)) != Just(1).combineLatest(Just(2), Just(3), Just(5)))
  }
}

extension ManualPublisher {
  /// A publisher of one value of the same types.
  fileprivate func setUp(_ value: Output) -> AnyPublisher<Output, Failure> {
    Just(value).setFailureType(to: Failure.self).eraseToAnyPublisher()
  }
}
