// SPDX-License-Identifier: Apache-2.0

import Combine
import Foundation
import Testing

@Suite struct ConvenienceTests {
  private let error = TestFailure(number: 1)

  @Test func `Just waits for demand, sends its value and finishes`() {
    let probe = Just(1).probe(.none)
    #expect(probe.values.isEmpty)
    probe.request(.max(5))
    #expect(probe.values == [1])
    #expect(probe.isFinished)
    probe.expectKept()
  }

  @Test func `Just does not finish once it is cancelled from within its value`() {
    let probe = Probe<Int, Never>()
    probe.onValue = { [unowned probe] _ in
      probe.cancel()
      return .none
    }
    Just(1).subscribe(probe)
    #expect(probe.completions.isEmpty)
  }

  @Test func `a result's publisher sends its value on demand, and its error at once`() {
    let value = Result<Int, TestFailure>.success(1).publisher.probe(.none)
    #expect(value.completions.isEmpty)
    value.request(.max(1))
    #expect(value.values == [1])
    #expect(value.isFinished)
    #expect(Result<Int, TestFailure>.Publisher(error).probe(.none).failure == error)
  }

  @Test func `an optional's publisher sends its value, or finishes at once`() {
    #expect(Optional(1).publisher.probe().values == [1])
    let none = Int?.none.publisher.probe(.none)
    #expect(none.values.isEmpty)
    #expect(none.isFinished)
  }

  @Test func `Empty finishes at once, or never finishes`() {
    #expect(Empty<Int, TestFailure>().probe(.none).isFinished)
    let silent = Empty(completeImmediately: false, outputType: Int.self, failureType: TestFailure.self).probe()
    #expect(silent.subscription != nil)
    #expect(silent.completions.isEmpty)
    #expect(Empty<Int, Never>() != Empty<Int, Never>(completeImmediately: false))
  }

  @Test func `Fail fails at once`() {
    #expect(Fail(outputType: Int.self, failure: error).probe(.none).failure == error)
  }

  @Test func `Deferred makes a publisher for each subscriber`() {
    var count = 0
    let publisher = Deferred {
      count += 1
      return Just(count)
    }
    #expect(count == 0)
    #expect(publisher.probe().values == [1])
    #expect(publisher.probe().values == [2])
  }

  @Test func `a record plays back what was recorded`() {
    let record = Record<Int, TestFailure> { recording in
      recording.receive(1)
      recording.receive(2)
      recording.receive(completion: .failure(TestFailure(number: 1)))
    }
    let probe = record.probe(.max(1))
    #expect(probe.values == [1])
    probe.request(.unlimited)
    #expect(probe.values == [1, 2])
    #expect(probe.failure == error)
    #expect(Record<Int, TestFailure>(output: [], completion: .failure(error)).probe(.none).failure == error)
  }

  @Test func `a record survives being encoded`() throws {
    let record = Record<Int, CodableFailure>(output: [1, 2], completion: .failure(CodableFailure(code: 3)))
    let data = try JSONEncoder().encode(record)
    let probe = try JSONDecoder().decode(Record<Int, CodableFailure>.self, from: data).probe()
    #expect(probe.values == [1, 2])
    #expect(probe.failure == CodableFailure(code: 3))
    let finished = Record<Int, CodableFailure>(output: [1], completion: .finished)
    let copy = try JSONDecoder().decode(Record<Int, CodableFailure>.self, from: try JSONEncoder().encode(finished))
    #expect(copy.probe().isFinished)
  }

  @Test func `recording after the completion traps`() async {
    await #expect(processExitsWith: .failure) {
      _ = Record<Int, Never> { recording in
        recording.receive(completion: .finished)
        recording.receive(1)
      }
    }
  }

  @Test func `operators on Just are carried out at once`() {
    let mapped: Just<String> = Just(1).map(String.init)
    #expect(mapped.output == "1")
    let filtered: Optional<Int>.Publisher = Just(1).filter { $0 > 1 }
    #expect(filtered.output == nil)
    let failed: Result<Int, any Error>.Publisher = Just(1).tryMap { throw TestFailure(number: $0) }
    #expect(throws: TestFailure(number: 1)) { try failed.result.get() }
    #expect(Just(1).collect().output == [1])
    #expect(Just(1).count().output == 1)
    #expect(Just(1).contains(1).output)
    #expect(!Just(1).allSatisfy { $0 > 1 }.output)
    #expect(Just(1).dropFirst().output == nil)
    #expect(Just(1).dropFirst(0).output == 1)
    #expect(Just(1).output(at: 0).output == 1)
    #expect(Just(1).output(in: 1...).output == nil)
    #expect(Just(1).prefix(0).output == nil)
    #expect(Just(1).append(2, 3).sequence == [1, 2, 3])
    #expect(Just(1).prepend([0]).sequence == [0, 1])
    #expect(Just(1).scan(2, +).result == .success(3))
    #expect(Just(1).setFailureType(to: TestFailure.self).result == .success(1))
    #expect(Just(1).ignoreOutput() == Empty())
  }

  @Test func `collecting an optional without a value publishes nothing but the completion`() {
    let none = Int?.none.publisher
    #expect(none.collect().output == [])
    #expect(none.collect().probe().values == [[]])
    #expect(none.count().output == nil)
    #expect(none.reduce(1, +).output == nil)
    #expect(none.allSatisfy { $0 > 0 }.output == nil)
    #expect(none.contains { $0 > 0 }.output == nil)
    #expect(none.contains(1).output == nil)
    #expect(none.max().output == nil)
  }

  @Test func `operators on an optional are carried out at once`() {
    let one = Optional(1).publisher
    let none = Int?.none.publisher
    #expect(one.map { $0 + 1 }.output == 2)
    #expect(none.map { $0 + 1 }.output == nil)
    #expect(one.collect().output == [1])
    #expect(one.replaceEmpty(with: 9) == Just(1))
    #expect(none.replaceEmpty(with: 9) == Just(9))
    #expect(none.count().output == nil)
    #expect(one.reduce(1, +).output == 2)
    #expect(one.contains(2).output == false)
    #expect(one.first { $0 > 1 }.output == nil)
    #expect(one.max() == one.min())
  }

  @Test func `operators on a result are carried out at once`() throws {
    let good = Result<Int, TestFailure>.success(1).publisher
    let bad = Result<Int, TestFailure>.failure(TestFailure(number: 1)).publisher
    #expect(good.map { $0 + 1 }.result == .success(2))
    #expect(bad.map { $0 + 1 }.result == .failure(error))
    #expect(bad.replaceError(with: 9).result == .success(9))
    #expect(bad.mapError { TestFailure(number: $0.number + 1) }.result == .failure(TestFailure(number: 2)))
    #expect(throws: TestFailure(number: 1)) { try bad.tryMap { $0 }.result.get() }
    #expect(throws: TestFailure(number: 5)) { try good.tryMap { _ in throw TestFailure(number: 5) }.result.get() }
    #expect(good.collect().result == .success([1]))
    #expect(good.allSatisfy { $0 == 1 }.result == .success(true))
    #expect(try good.tryReduce(1, +).result.get() == 2)
  }
}

private struct CodableFailure: Error, Codable, Equatable {
  let code: Int
}
