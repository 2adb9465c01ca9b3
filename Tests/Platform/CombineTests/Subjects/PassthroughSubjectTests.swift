// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

@Suite struct PassthroughSubjectTests {
  private let subject = PassthroughSubject<Int, TestFailure>()
  private let error = TestFailure(number: 1)

  @Test func `a value goes to every subscriber in the order of their subscriptions`() {
    var order: [String] = []
    let first = subject.sink(receiveCompletion: { _ in }, receiveValue: { order.append("first \($0)") })
    let second = subject.sink(receiveCompletion: { _ in }, receiveValue: { order.append("second \($0)") })
    subject.send(1)
    #expect(order == ["first 1", "second 1"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `a value without demand is lost`() {
    let probe = subject.probe(.max(1))
    subject.send(1)
    subject.send(2)
    probe.request(.max(1))
    subject.send(3)
    #expect(probe.values == [1, 3])
    probe.expectKept()
  }

  @Test func `no value is sent after the completion, and late subscribers get the completion`() {
    let probe = subject.probe()
    subject.send(completion: .failure(error))
    subject.send(1)
    subject.send(completion: .finished)
    #expect(probe.values.isEmpty)
    #expect(probe.failure == error)
    #expect(subject.probe(.none).failure == error)
    probe.expectKept()
  }

  @Test func `a value sent from within a value goes out after it, to all in the same order`() {
    let first = Probe<Int, TestFailure>()
    first.onValue = { [subject] value in
      if value == 1 { subject.send(2) }
      return .none
    }
    subject.subscribe(first)
    let second = subject.probe()
    subject.send(1)
    #expect(first.values == [1, 2])
    #expect(second.values == [1, 2])
  }

  @Test func `a completion sent from within a value goes out after it`() {
    let probe = Probe<Int, TestFailure>()
    probe.onValue = { [subject] _ in
      subject.send(completion: .finished)
      subject.send(9)
      return .none
    }
    subject.subscribe(probe)
    let other = subject.probe()
    subject.send(1)
    #expect(other.values == [1])
    #expect(other.isFinished)
    probe.expectKept()
  }

  @Test func `a subscriber that arrives from within a value gets the next value first`() {
    var late: Probe<Int, TestFailure>?
    let probe = Probe<Int, TestFailure>()
    probe.onValue = { [subject] value in
      if value == 1 { late = subject.probe() }
      return .none
    }
    subject.subscribe(probe)
    subject.send(1)
    subject.send(2)
    #expect(late?.values == [2])
  }

  @Test func `cancelling another subscriber from within a value keeps that value from it`() {
    let second = Probe<Int, TestFailure>()
    let first = Probe<Int, TestFailure>()
    first.onValue = { [unowned second] _ in
      second.cancel()
      return .none
    }
    subject.subscribe(first)
    subject.subscribe(second)
    subject.send(1)
    #expect(first.values == [1])
    #expect(second.values.isEmpty)
    second.expectKept()
  }

  @Test func `a subject asks its upstream publisher for values once a subscriber wants any`() {
    let upstream = ManualPublisher<Int, TestFailure>()
    let connection = upstream.subscribe(subject)
    #expect(upstream.requests.isEmpty)
    let probe = subject.probe(.max(1))
    #expect(upstream.requests == [.unlimited])
    upstream.send(1)
    upstream.finish()
    #expect(probe.values == [1])
    #expect(probe.isFinished)
    withExtendedLifetime(connection) {}
  }

  @Test func `cancelling the connection cancels the publisher upstream, and the subject goes on`() {
    let upstream = ManualPublisher<Int, TestFailure>()
    let connection = upstream.subscribe(subject)
    let probe = subject.probe()
    connection.cancel()
    #expect(upstream.isCancelled)
    subject.send(5)
    #expect(probe.values == [5])
  }

  @Test func `a subject that goes away cancels its upstream publishers, and its connections do not keep it`() {
    let upstream = ManualPublisher<Int, TestFailure>()
    weak var released: PassthroughSubject<Int, TestFailure>?
    do {
      let subject = PassthroughSubject<Int, TestFailure>()
      released = subject
      upstream.subscribe(subject).cancel()
    }
    #expect(released == nil)
    #expect(upstream.isCancelled)
  }

  @Test func `cancelled subscribers are released`() {
    expectReleased { token in
      let sink = subject.sink(receiveCompletion: { _ in }, receiveValue: { _ in _ = token })
      sink.cancel()
      return (sink, subject)
    }
  }

  @Test func `subscribers are released at completion`() {
    expectReleased { token in
      let subject = PassthroughSubject<Int, TestFailure>()
      let sink = subject.sink(receiveCompletion: { _ in _ = token }, receiveValue: { _ in _ = token })
      subject.send(completion: .finished)
      return (sink, subject)
    }
  }

  @Test func `a subject of Void sends signals`() {
    let subject = PassthroughSubject<Void, Never>()
    var count = 0
    let sink = subject.sink { count += 1 }
    subject.send()
    #expect(count == 1)
    withExtendedLifetime(sink) {}
  }

  @Test func `values sent from many threads come one at a time, and none is lost`() {
    let subject = PassthroughSubject<Int, Never>()
    let probes = [subject.probe(), subject.probe()]
    concurrently(4) { thread in
      for number in 0..<1_000 { subject.send(thread * 1_000 + number) }
    }
    for probe in probes {
      #expect(probe.values.sorted() == Array(0..<4_000))
      probe.expectKept()
    }
    #expect(probes[0].values == probes[1].values)
  }

  @Test func `subscribing, cancelling, sending and completing on many threads is safe`() {
    for _ in 0..<50 {
      let subject = PassthroughSubject<Int, Never>()
      concurrently(4) { thread in
        for number in 0..<20 {
          let sink = subject.map { $0 + 1 }.filter { $0 > 0 }.sink { _ in }
          subject.send(number)
          sink.cancel()
        }
        if thread == 3 { subject.send(completion: .finished) }
      }
    }
  }
}
