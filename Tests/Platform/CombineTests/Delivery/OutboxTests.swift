// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Combine

@Suite struct OutboxTests {
  @Test func `a queue returns elements first in, first out, however it grows and shrinks`() {
    var queue = FIFO<Int>()
    var model: [Int] = []
    var generator = SystemRandomNumberGenerator()
    for number in 0..<5000 {
      if Int.random(in: 0..<5, using: &generator) < (number < 2500 ? 3 : 2) {
        queue.append(number)
        model.append(number)
      } else {
        let expected = model.isEmpty ? nil : model.removeFirst()
        #expect(queue.popFirst() == expected)
      }
      #expect(queue.count == model.count)
      #expect(queue.isEmpty == model.isEmpty)
    }
  }

  @Test func `a queue releases the elements that it returns`() {
    var queue = FIFO<Token>()
    weak var token: Token?
    do {
      let sent = Token()
      token = sent
      queue.append(sent)
    }
    queue.append(Token())
    _ = queue.popFirst()
    #expect(token == nil)
  }

  @Test func `values wait for demand`() {
    var outbox = Outbox<Int, TestFailure>()
    outbox.append(1)
    #expect(outbox.popValue() == nil)
    outbox.ask(for: .max(1))
    #expect(outbox.unmet == .none)
    #expect(outbox.popValue() == 1)
    #expect(outbox.demand == .none)
  }

  @Test func `several values leave together, as far as demand and limit allow`() {
    var outbox = Outbox<Int, TestFailure>()
    for value in 1...6 { outbox.append(value) }
    #expect(outbox.popValues(atMost: 6).isEmpty)
    outbox.ask(for: .max(2))
    #expect(taken(outbox.popValues(atMost: 6)) == [1, 2])
    outbox.ask(for: .unlimited)
    #expect(taken(outbox.popValues(atMost: 1)) == [3])
    #expect(taken(outbox.popValues(atMost: 3)) == [4, 5, 6])
    #expect(outbox.demand == .unlimited)
  }

  private func taken(_ values: FIFO<Int>) -> [Int] {
    var values = values
    var all: [Int] = []
    while let value = values.popFirst() { all.append(value) }
    return all
  }

  @Test func `the completion waits for every value`() {
    var outbox = Outbox<Int, TestFailure>()
    outbox.append(1)
    outbox.close(.finished)
    #expect(outbox.completionDue() == nil)
    outbox.ask(for: .unlimited)
    #expect(outbox.popValue() == 1)
    #expect(outbox.completionDue() == .finished)
  }

  @Test func `a failure waits only for values that are in demand`() {
    var outbox = Outbox<Int, TestFailure>()
    outbox.append(1)
    outbox.close(.failure(TestFailure()))
    #expect(outbox.popValue() == nil)
    #expect(outbox.completionDue() == .failure(TestFailure()))
  }

  @Test func `only the first completion counts, and nothing follows it`() {
    var outbox = Outbox<Int, TestFailure>()
    outbox.close(.finished)
    outbox.close(.failure(TestFailure()))
    outbox.append(1)
    #expect(outbox.count == 0)
    #expect(outbox.completionDue() == .finished)
  }
}
