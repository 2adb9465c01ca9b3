// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

@Suite struct CurrentValueSubjectTests {
  private let subject = CurrentValueSubject<Int, TestFailure>(0)

  @Test func `a subscriber gets the current value first`() {
    subject.send(1)
    let probe = subject.probe()
    subject.send(2)
    #expect(probe.values == [1, 2])
    probe.expectKept()
  }

  @Test func `the current value waits for demand, and is the latest by then`() {
    let probe = subject.probe(.none)
    subject.send(1)
    subject.send(2)
    #expect(probe.values.isEmpty)
    probe.request(.max(1))
    #expect(probe.values == [2])
    probe.request(.max(1))
    #expect(probe.values == [2])
    subject.send(3)
    #expect(probe.values == [2, 3])
    probe.expectKept()
  }

  @Test func `a value missed without demand is sent when demand comes`() {
    let probe = subject.probe(.max(1))
    subject.send(1)
    subject.send(2)
    #expect(probe.values == [0])
    probe.request(.max(5))
    #expect(probe.values == [0, 2])
  }

  @Test func `setting the value sends it`() {
    let probe = subject.probe()
    subject.value = 4
    subject.value += 1
    #expect(subject.value == 5)
    #expect(probe.values == [0, 4, 5])
  }

  @Test func `subscribers see the new value while they get it`() {
    var seen: [Int] = []
    let sink = subject.sink(receiveCompletion: { _ in }, receiveValue: { [subject] _ in seen.append(subject.value) })
    subject.send(1)
    #expect(seen == [0, 1])
    withExtendedLifetime(sink) {}
  }

  @Test func `a value sent from within another goes out after it, and is current at once`() {
    let probe = Probe<Int, TestFailure>()
    probe.onValue = { [subject] value in
      if value == 1 {
        subject.send(2)
        #expect(subject.value == 2)
      }
      return .none
    }
    subject.subscribe(probe)
    subject.send(1)
    #expect(probe.values == [0, 1, 2])
  }

  @Test func `a subscriber that arrives from within a value gets that value once`() {
    var late: Probe<Int, TestFailure>?
    let probe = Probe<Int, TestFailure>()
    probe.onValue = { [subject] value in
      if value == 1 { late = subject.probe() }
      return .none
    }
    subject.subscribe(probe)
    subject.send(1)
    subject.send(2)
    #expect(late?.values == [1, 2])
  }

  @Test func `the value stays after the completion, and late subscribers get only the completion`() {
    subject.send(1)
    subject.send(completion: .finished)
    subject.send(2)
    #expect(subject.value == 1)
    let probe = subject.probe()
    #expect(probe.values.isEmpty)
    #expect(probe.isFinished)
  }

  @Test func `a value set after the completion is kept, and sent to no subscriber`() {
    let subject = CurrentValueSubject<Int, TestFailure>(1)
    let probe = subject.probe()
    subject.send(completion: .finished)
    subject.value = 2
    #expect(subject.value == 2)
    #expect(probe.values == [1])
    #expect(subject.probe().values.isEmpty)
    subject.send(3)
    #expect(subject.value == 2)
    probe.expectKept()
  }

  @Test func `an upstream publisher is asked for all values at once`() {
    let upstream = ManualPublisher<Int, TestFailure>()
    let connection = upstream.subscribe(subject)
    #expect(upstream.requests == [.unlimited])
    upstream.send(3)
    #expect(subject.value == 3)
    withExtendedLifetime(connection) {}
  }

  @Test func `subscribers on many threads all end with the last value that was set`() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let probes = (0..<4).map { _ in Probe<Int, Never>(.none) }
    for probe in probes { subject.subscribe(probe) }
    let shared = Shared(probes)
    concurrently(5) { thread in
      if thread == 4 {
        for number in 1...1_000 { subject.send(number) }
      } else {
        for _ in 0..<500 { shared.value[thread].request(.max(1)) }
      }
    }
    for probe in probes {
      probe.request(.unlimited)
      #expect(probe.values.last == 1_000)
      #expect(probe.values == probe.values.sorted())
      probe.expectKept()
    }
  }
}
