// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

@Suite struct BufferTests {
  private let upstream = ManualPublisher<Int, TestFailure>()

  private func probe(
    size: Int, _ prefetch: Publishers.PrefetchStrategy, _ whenFull: Publishers.BufferingStrategy<TestFailure>,
    _ demand: Demand = .none
  ) -> Probe<Int, TestFailure> {
    upstream.buffer(size: size, prefetch: prefetch, whenFull: whenFull).probe(demand)
  }

  @Test func `keeping full asks for as many values as there is room for`() {
    _ = probe(size: 3, .keepFull, .dropNewest)
    #expect(upstream.requests == [.max(3)])
  }

  @Test func `keeping full asks for one more with each value delivered`() {
    let probe = probe(size: 3, .keepFull, .dropNewest)
    upstream.send(1, 2, 3)
    #expect(upstream.asked == .max(3))
    probe.request(.max(2))
    #expect(probe.values == [1, 2])
    #expect(upstream.asked == .max(5))
  }

  @Test func `byRequest asks without limit`() {
    _ = probe(size: 3, .byRequest, .dropNewest)
    #expect(upstream.requests == [.unlimited])
  }

  @Test func `values wait for demand in their order`() {
    let probe = probe(size: 5, .byRequest, .dropNewest)
    upstream.send(1, 2, 3)
    #expect(probe.values.isEmpty)
    probe.request(.max(2))
    #expect(probe.values == [1, 2])
    probe.request(.max(5))
    #expect(probe.values == [1, 2, 3])
    upstream.send(4)
    #expect(probe.values == [1, 2, 3, 4])
    probe.expectKept()
  }

  @Test func `a full buffer drops the newest value`() {
    let probe = probe(size: 2, .byRequest, .dropNewest)
    upstream.send(1, 2, 3)
    probe.request(.unlimited)
    #expect(probe.values == [1, 2])
  }

  @Test func `a full buffer drops the oldest value`() {
    let probe = probe(size: 2, .byRequest, .dropOldest)
    upstream.send(1, 2, 3)
    probe.request(.unlimited)
    #expect(probe.values == [2, 3])
  }

  @Test func `a value without room cancels the upstream, and the error follows the held values on demand`() {
    let probe = probe(size: 2, .byRequest, .customError { TestFailure(number: 1) })
    upstream.send(1, 2)
    #expect(!upstream.isCancelled)
    upstream.send(3)
    #expect(upstream.isCancelled)
    #expect(probe.completions.isEmpty)
    probe.request(.max(1))
    #expect(probe.values == [1])
    #expect(probe.completions.isEmpty)
    probe.request(.max(1))
    #expect(probe.values == [1, 2])
    #expect(probe.failure == TestFailure(number: 1))
    probe.expectKept()
  }

  @Test func `a value for a buffer without capacity fails at once`() {
    let probe = probe(size: 0, .byRequest, .customError { TestFailure(number: 1) })
    upstream.send(1)
    #expect(upstream.cancellations == 1)
    #expect(probe.failure == TestFailure(number: 1))
  }

  @Test func `the error of a value without room is made once`() {
    let made = Recorded<Int>()
    let source = UnrulyPublisher<Int, TestFailure>()
    let buffer = source.buffer(
      size: 1, prefetch: .byRequest, whenFull: .customError { TestFailure(number: made.append(1)) })
    let probe = buffer.probe(.none)
    for value in 1...4 { source.send(value) }
    source.send(completion: .finished)
    #expect(made.all.count == 1)
    probe.request(.unlimited)
    #expect(probe.values == [1])
    #expect(probe.failure == TestFailure(number: 1))
    probe.expectKept()
  }

  @Test func `a buffer without capacity passes demand on`() {
    let probe = probe(size: 0, .byRequest, .dropOldest, .max(1))
    upstream.send(1, 2)
    probe.request(.max(1))
    upstream.send(3)
    #expect(probe.values == [1, 3])
    probe.expectKept()
  }

  @Test func `the completion waits for the values, not for demand`() {
    let probe = probe(size: 2, .byRequest, .dropNewest)
    upstream.send(1)
    upstream.finish()
    #expect(probe.completions.isEmpty)
    probe.request(.max(1))
    #expect(probe.values == [1])
    #expect(probe.isFinished)
  }

  @Test func `the completion of an empty buffer comes at once`() {
    let probe = probe(size: 2, .byRequest, .dropNewest)
    upstream.finish()
    #expect(probe.isFinished)
  }

  @Test func `a failure waits for no demand`() {
    let probe = probe(size: 2, .byRequest, .dropNewest)
    upstream.send(1)
    upstream.send(completion: .failure(TestFailure(number: 2)))
    #expect(probe.values.isEmpty)
    #expect(probe.failure == TestFailure(number: 2))
  }

  @Test func `cancelling cancels the upstream and drops the waiting values`() {
    let probe = probe(size: 2, .byRequest, .dropNewest)
    upstream.send(1)
    probe.cancel()
    #expect(upstream.isCancelled)
    probe.request(.unlimited)
    #expect(probe.values.isEmpty)
  }

  @Test func `cancelling releases the waiting values`() {
    let subject = PassthroughSubject<Token, Never>()
    let probe = subject.buffer(size: 2, prefetch: .byRequest, whenFull: .dropNewest).probe(.none)
    weak var token: Token?
    do {
      let sent = Token()
      token = sent
      subject.send(sent)
    }
    #expect(token != nil)
    probe.cancel()
    #expect(token == nil)
  }

  @Test func `a buffer keeps a subject's values for a flatMap of one publisher at a time`() {
    let subject = PassthroughSubject<Int, Never>()
    let inner = PassthroughSubject<Void, Never>()
    let probe = subject.buffer(size: 10, prefetch: .byRequest, whenFull: .dropNewest)
      .flatMap(maxPublishers: .max(1)) { value in inner.first().map { value } }
      .probe()
    for value in 1...3 { subject.send(value) }
    #expect(probe.values.isEmpty)
    for _ in 1...3 { inner.send() }
    #expect(probe.values == [1, 2, 3])
  }

  @Test func `values from several threads come one at a time, under demand from another`() {
    let subjects = (0..<3).map { _ in PassthroughSubject<Int, Never>() }
    let probe = Publishers.MergeMany(subjects).buffer(size: .max, prefetch: .byRequest, whenFull: .dropNewest)
      .probe(.none)
    let shared = Shared(probe)
    concurrently(4) { index in
      for value in 0..<1000 {
        if index < 3 { subjects[index].send(value) } else { shared.value.request(.max(3)) }
      }
    }
    #expect(probe.values.count == 3000)
    probe.expectKept()
  }
}
