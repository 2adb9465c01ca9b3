// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

@Suite struct SequencePublisherTests {
  @Test func `a sequence sends as many elements as there is demand for`() {
    let probe = (1...5).publisher.probe(.max(2))
    #expect(probe.values == [1, 2])
    probe.request(.max(1))
    #expect(probe.values == [1, 2, 3])
    probe.request(.unlimited)
    #expect(probe.values == [1, 2, 3, 4, 5])
    #expect(probe.isFinished)
    probe.expectKept()
  }

  @Test func `the completion follows the last element without further demand`() {
    let probe = [1, 2].publisher.probe(.max(2))
    #expect(probe.isFinished)
  }

  @Test func `an empty sequence finishes at once`() {
    #expect([Int]().publisher.probe(.none).isFinished)
  }

  @Test func `demand returned from a value is served`() {
    let probe = Probe<Int, Never>(.max(1)) { $0 < 3 ? .max(1) : .none }
    (1...5).publisher.subscribe(probe)
    #expect(probe.values == [1, 2, 3])
  }

  @Test func `requesting from within a value does not recurse`() {
    var depth = 0
    var deepest = 0
    let probe = Probe<Int, Never>(.max(1))
    probe.onValue = { [unowned probe] _ in
      depth += 1
      deepest = max(deepest, depth)
      probe.request(.max(1))
      depth -= 1
      return .none
    }
    (1...10_000).publisher.subscribe(probe)
    #expect(probe.values.count == 10_000)
    #expect(deepest == 1)
    probe.expectKept()
  }

  @Test func `cancelling from within a value stops the sequence`() {
    let probe = Probe<Int, Never>()
    probe.onValue = { [unowned probe] value in
      if value == 2 { probe.cancel() }
      return .none
    }
    (1...5).publisher.subscribe(probe)
    #expect(probe.values == [1, 2])
    #expect(probe.completions.isEmpty)
  }

  @Test func `a cancelled sequence releases its elements`() {
    expectReleased { token in
      let probe = [token].publisher.probe(.none)
      probe.cancel()
      return probe
    }
  }

  @Test func `an element is not produced before there is demand for it`() {
    var made = 0
    let elements = sequence(state: 0) { (state: inout Int) -> Int? in
      state += 1
      made = state
      return state
    }
    let probe = elements.publisher.probe(.max(1))
    #expect(made == 2)
    #expect(probe.values == [1])
    probe.cancel()
  }

  @Test func `requests from many threads send each element once, one at a time, in order`() {
    let probe = Probe<Int, Never>(.none)
    (0..<20_000).publisher.subscribe(probe)
    let shared = Shared(probe)
    concurrently(4) { _ in
      for _ in 0..<5_000 { shared.value.request(.max(1)) }
    }
    #expect(probe.values == Array(0..<20_000))
    #expect(probe.isFinished)
    probe.expectKept()
  }

  @Test func `operators on a sequence return sequences`() {
    let mapped: Publishers.Sequence<[Int], Never> = [1, 2, 3].publisher.map { $0 * 2 }.filter { $0 > 2 }
    #expect(mapped.sequence == [4, 6])
    #expect([1, nil].publisher.replaceNil(with: 9).sequence.compactMap { $0 } == [1, 9])
    #expect([1, 2].publisher.scan(0, +).sequence == [1, 3])
    #expect([1, 1, 2].publisher.removeDuplicates().sequence == [1, 2])
    #expect([1, 2].publisher.collect().result == .success([1, 2]))
    #expect([1, 2].publisher.reduce(0, +).result == .success(3))
    #expect([1, 2].publisher.count() == Just(2))
    #expect(Array([1, 2].publisher.dropFirst().sequence) == [2])
    #expect(Array([1, 2].publisher.dropFirst(-1).sequence) == [1, 2])
    #expect(Array([1, 2].publisher.prefix(1).sequence) == [1])
    #expect(Array([1, 2].publisher.drop { $0 < 2 }.sequence) == [2])
    #expect([1, 2].publisher.first().output == 1)
    #expect([1, 2].publisher.last().output == 2)
    #expect([1, 2].publisher.last { $0 < 2 }.output == 1)
    #expect([1, 2].publisher.min().output == 1)
    #expect([1, 2].publisher.output(at: 1).output == 2)
    #expect([1, 2].publisher.output(at: 2).output == nil)
    #expect([1, 2, 3].publisher.output(in: 1..<9).sequence == [2, 3])
    #expect([1, 2].publisher.contains(2).result == .success(true))
    #expect([1].publisher.append(2).prepend(0).sequence == [0, 1, 2])
    #expect([1].publisher.append([2].publisher).prepend([0].publisher).sequence == [0, 1, 2])
  }
}
