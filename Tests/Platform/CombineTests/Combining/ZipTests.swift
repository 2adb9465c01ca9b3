// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

@Suite struct ZipTests {
  private let a = ManualPublisher<Int, TestFailure>()
  private let b = ManualPublisher<String, TestFailure>()

  private func probe(_ demand: Demand = .unlimited) -> Probe<String, TestFailure> {
    let probe = Probe<String, TestFailure>(demand)
    a.zip(b) { "\($0)\($1)" }.subscribe(probe)
    return probe
  }

  @Test func `values are paired in their order`() {
    let probe = probe()
    a.send(1)
    a.send(2)
    b.send("a")
    #expect(probe.values == ["1a"])
    b.send("b")
    b.send("c")
    a.send(3)
    #expect(probe.values == ["1a", "2b", "3c"])
  }

  @Test func `three and four upstreams are grouped`() {
    let numbers = [1, 2, 3].publisher
    let letters = ["a", "b"].publisher
    var threes: [String] = []
    var fours: [String] = []
    _ = numbers.zip(letters, numbers) { "\($0)\($1)\($2)" }.sink { threes.append($0) }
    _ = numbers.zip(letters, numbers, letters) { "\($0)\($1)\($2)\($3)" }.sink { fours.append($0) }
    #expect(threes == ["1a1", "2b2"])
    #expect(fours == ["1a1a", "2b2b"])
  }

  @Test func `without a transform the groups are tuples`() {
    var pairs: [(Int, String)] = []
    var threes: [(Int, Int, Int)] = []
    var fours: [(Int, Int, Int, Int)] = []
    _ = Just(1).zip(Just("a")).sink { pairs.append($0) }
    _ = Just(1).zip(Just(2), Just(3)).sink { threes.append($0) }
    _ = Just(1).zip(Just(2), Just(3), Just(4)).sink { fours.append($0) }
    #expect(pairs.count == 1 && pairs[0] == (1, "a"))
    #expect(threes.count == 1 && threes[0] == (1, 2, 3))
    #expect(fours.count == 1 && fours[0] == (1, 2, 3, 4))
  }

  @Test func `every upstream is asked for as many values as the subscriber asks for`() {
    let probe = probe(.max(2))
    #expect(a.requests == [.max(2)])
    #expect(b.requests == [.max(2)])
    probe.onValue = { _ in .max(1) }
    a.send(1)
    b.send("a")
    #expect(a.asked == .max(3))
    #expect(b.asked == .max(3))
  }

  @Test func `upstreams are not asked for values without demand`() {
    _ = probe(.none)
    #expect(a.requests.isEmpty)
    #expect(b.requests.isEmpty)
  }

  @Test func `it finishes when an upstream has finished and its values are used`() {
    let probe = probe()
    a.send(1)
    a.send(2)
    a.send(completion: .finished)
    b.send("a")
    #expect(probe.completions.isEmpty)
    b.send("b")
    #expect(probe.values == ["1a", "2b"])
    #expect(probe.isFinished)
    #expect(b.isCancelled)
  }

  @Test func `it finishes at once when an upstream without unused values finishes`() {
    let probe = probe()
    b.send("a")
    a.send(completion: .finished)
    #expect(probe.isFinished)
    #expect(b.isCancelled)
  }

  @Test func `an upstream without values keeps the others from being asked`() {
    let probe = Probe<(Int, String), TestFailure>()
    Empty<Int, TestFailure>().zip(b).subscribe(probe)
    #expect(probe.isFinished)
    #expect(b.isCancelled)
    #expect(b.requests.isEmpty)
  }

  @Test func `it fails with the first failure and cancels the other upstreams`() {
    let probe = probe()
    a.send(1)
    b.send(completion: .failure(TestFailure(number: 2)))
    #expect(probe.failure == TestFailure(number: 2))
    #expect(a.isCancelled)
    a.send(3)
    probe.expectKept()
  }

  @Test func `cancelling cancels every upstream, and nothing comes after it`() {
    let probe = probe()
    a.send(1)
    probe.cancel()
    #expect(a.cancellations == 1)
    #expect(b.cancellations == 1)
    b.send("a")
    b.send(completion: .finished)
    #expect(probe.values.isEmpty)
    #expect(probe.completions.isEmpty)
  }

  @Test func `cancelling from within a value stops the values after it`() {
    let probe = probe()
    probe.onValue = { _ in
      probe.cancel()
      return .none
    }
    b.send("a")
    b.send("b")
    a.send(1)
    a.send(2)
    #expect(probe.values == ["1a"])
  }

  @Test func `values sent from within a value come after it`() {
    let probe = probe()
    probe.onValue = { [a, b] value in
      guard value == "1a" else { return .none }
      a.send(2)
      b.send("b")
      #expect(probe.values == ["1a"])
      return .none
    }
    a.send(1)
    b.send("a")
    #expect(probe.values == ["1a", "2b"])
  }

  @Test func `publishers of equal upstreams are equal`() {
    #expect(Just(1).zip(Just(2)) == Just(1).zip(Just(2)))
    #expect(Just(1).zip(Just(2), Just(3)) != Just(1).zip(Just(2), Just(4)))
    #expect(Just(1).zip(Just(2), Just(3), Just(4)) == Just(1).zip(Just(2), Just(3), Just(4)))
  }
}
