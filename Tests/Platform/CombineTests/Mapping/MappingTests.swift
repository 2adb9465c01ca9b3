// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

@Suite struct MappingTests {
  private let upstream = ManualPublisher<Int, TestFailure>()
  private let error = TestFailure(number: 1)

  @Test func `map transforms each value`() {
    let probe = upstream.map { $0 * 2 }.probe()
    upstream.send(1, 2)
    #expect(probe.values == [2, 4])
  }

  @Test func `map asks upstream for exactly what it is asked for`() {
    let probe = upstream.map { $0 }.probe(.max(2))
    probe.request(.max(3))
    #expect(upstream.requests == [.max(2), .max(3)])
  }

  @Test func `map passes the failure on`() {
    let probe = upstream.map { $0 }.probe()
    upstream.send(completion: .failure(error))
    #expect(probe.failure == error)
  }

  @Test func `maps in a row are one operator`() {
    let mapped: Publishers.Map<ManualPublisher<Int, TestFailure>, String> = upstream.map { $0 + 1 }.map(String.init)
    let probe = mapped.probe()
    upstream.send(1)
    #expect(probe.values == ["2"])
  }

  @Test func `a key path maps to the value it leads to`() {
    let probe = upstream.map(\.description).probe()
    upstream.send(7)
    #expect(probe.values == ["7"])
  }

  @Test func `two and three key paths map to tuples`() {
    let two = ManualPublisher<String, Never>()
    let pair = two.map(\.count, \.isEmpty).probe()
    two.send("ab")
    #expect(pair.values.first ?? (0, true) == (2, false))
    let triple = two.map(\.count, \.isEmpty, \.first).probe()
    two.send("ab")
    #expect(triple.values.first ?? (0, true, nil) == (2, false, "a"))
  }

  @Test func `tryMap ends with the error its closure throws, and cancels upstream`() {
    let probe = upstream.tryMap { value in
      guard value < 2 else { throw TestFailure(number: value) }
      return value
    }.probe()
    upstream.send(1, 2)
    #expect(probe.values == [1])
    #expect(probe.failure as? TestFailure == TestFailure(number: 2))
    #expect(upstream.isCancelled)
  }

  @Test func `tryMap passes the failure on`() {
    let probe = upstream.tryMap { $0 }.probe()
    upstream.send(completion: .failure(error))
    #expect(probe.failure as? TestFailure == error)
  }

  @Test func `tryMaps and maps in a row are one operator`() {
    let mapped: Publishers.TryMap<ManualPublisher<Int, TestFailure>, String> =
      upstream.map { $0 + 1 }.tryMap { $0 * 2 }.tryMap { $0 + 1 }.map(String.init)
    let probe = mapped.probe()
    upstream.send(1)
    #expect(probe.values == ["5"])
  }

  @Test func `compactMap drops a value that maps to nil, and asks for one more`() {
    let probe = upstream.compactMap { $0 > 1 ? "\($0)" : nil }.probe(.max(1))
    #expect(upstream.send(1))
    #expect(upstream.subscription?.demand == .max(1))
    #expect(upstream.send(2))
    #expect(!upstream.send(3))
    #expect(probe.values == ["2"])
  }

  @Test func `compactMaps and maps in a row are one operator`() {
    let mapped: Publishers.CompactMap<ManualPublisher<Int, TestFailure>, Int> =
      upstream.compactMap { $0 > 1 ? $0 : nil }.compactMap { $0 < 4 ? $0 : nil }.map { $0 * 10 }
    let probe = mapped.probe()
    upstream.send(1, 2, 3, 4)
    #expect(probe.values == [20, 30])
  }

  @Test func `tryCompactMap drops values that map to nil, and ends with an error`() {
    let publisher: Publishers.TryCompactMap<ManualPublisher<Int, TestFailure>, Int> =
      upstream.tryCompactMap { value throws -> Int? in
        if value == 3 { throw TestFailure(number: 3) }
        return value > 1 ? value : nil
      }.compactMap { $0 * 10 }
    let probe = publisher.probe()
    upstream.send(1, 2, 3)
    #expect(probe.values == [20])
    #expect(probe.failure as? TestFailure == TestFailure(number: 3))
  }

  @Test func `replaceNil puts a value in place of nil`() {
    let optional = ManualPublisher<Int?, Never>()
    let probe = optional.replaceNil(with: 9).probe()
    optional.send(1, nil)
    #expect(probe.values == [1, 9])
  }

  @Test func `scan publishes every intermediate result`() {
    let probe = upstream.scan(10, +).probe()
    upstream.send(1, 2, 3)
    #expect(probe.values == [11, 13, 16])
  }

  @Test func `each subscription scans from the initial result`() {
    let scanned = [1, 2].publisher.setFailureType(to: TestFailure.self).eraseToAnyPublisher().scan(0, +)
    #expect(scanned.probe().values == [1, 3])
    #expect(scanned.probe().values == [1, 3])
  }

  @Test func `tryScan ends with the error its closure throws`() {
    let probe = upstream.tryScan(0) { sum, value in
      if value == 3 { throw TestFailure(number: 3) }
      return sum + value
    }.probe()
    upstream.send(1, 2, 3)
    #expect(probe.values == [1, 3])
    #expect(probe.failure as? TestFailure == TestFailure(number: 3))
    #expect(upstream.isCancelled)
  }

  @Test func `setFailureType changes the type of the failure alone`() {
    let safe = ManualPublisher<Int, Never>()
    let probe = safe.setFailureType(to: TestFailure.self).setFailureType(to: (any Error).self).probe()
    safe.send(1)
    safe.finish()
    #expect(probe.values == [1])
    #expect(probe.isFinished)
  }

  @Test func `encode encodes each value, and ends with the encoder's error`() {
    let values = ManualPublisher<Int, TestFailure>()
    let probe = values.encode(encoder: TextCoder()).probe()
    values.send(1, 2)
    values.finish()
    #expect(probe.values == ["1", "2"])
    let texts = ManualPublisher<String, TestFailure>()
    let failing = texts.encode(encoder: TextCoder()).probe()
    texts.send("x")
    #expect(failing.failure as? TestFailure == TestFailure(number: 1))
    #expect(texts.isCancelled)
  }

  @Test func `decode decodes each value, and ends with the decoder's error`() {
    let texts = ManualPublisher<String, TestFailure>()
    let probe = texts.decode(type: Int.self, decoder: TextCoder()).probe()
    texts.send("1", "x")
    #expect(probe.values == [1])
    #expect(probe.failure as? TestFailure == TestFailure(number: 2))
    #expect(texts.isCancelled)
  }
}
