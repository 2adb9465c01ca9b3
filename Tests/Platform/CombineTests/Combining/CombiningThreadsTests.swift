// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

/// Several upstreams that send on threads of their own; the probes see whether calls to them overlap.
@Suite struct CombiningThreadsTests {
  private static let values = 2000
  private let subjects = (0..<4).map { _ in PassthroughSubject<Int, TestFailure>() }

  private func sendAll() {
    concurrently(4) { [subjects] index in
      for value in 0..<Self.values { subjects[index].send(index * Self.values + value) }
      subjects[index].send(completion: .finished)
    }
  }

  @Test func `merging values of several threads sends all of them one at a time, in the order of each thread`() {
    let probe = Probe<Int, TestFailure>()
    Publishers.Merge4(subjects[0], subjects[1], subjects[2], subjects[3]).subscribe(probe)
    sendAll()
    probe.expectKept()
    #expect(probe.values.sorted() == Array(0..<4 * Self.values))
    for index in 0..<4 {
      let own = probe.values.filter { $0 / Self.values == index }
      #expect(own == own.sorted())
    }
    #expect(probe.isFinished)
  }

  @Test func `flatMap sends values of several threads one at a time, and loses none`() {
    let probe = Probe<Int, TestFailure>()
    subjects.publisher.setFailureType(to: TestFailure.self).flatMap { $0 }.subscribe(probe)
    sendAll()
    probe.expectKept()
    #expect(probe.values.count == 4 * Self.values)
    #expect(probe.isFinished)
  }

  @Test func `combineLatest sends values of several threads one at a time, and never goes back`() {
    let probe = Probe<[Int], TestFailure>()
    subjects[0].combineLatest(subjects[1], subjects[2], subjects[3]) { [$0, $1, $2, $3] }.subscribe(probe)
    for index in 0..<4 { subjects[index].send(index * Self.values) }
    sendAll()
    probe.expectKept()
    #expect(probe.values.count == 4 * Self.values + 1)
    for (before, after) in zip(probe.values, probe.values.dropFirst()) {
      #expect(zip(before, after).filter { $0 > $1 }.isEmpty)
    }
    #expect(probe.isFinished)
  }

  @Test func `values of several threads are zipped in their order`() {
    let probe = Probe<[Int], TestFailure>()
    subjects[0].zip(subjects[1], subjects[2], subjects[3]) { [$0, $1, $2, $3] }.subscribe(probe)
    sendAll()
    probe.expectKept()
    #expect(probe.values == (0..<Self.values).map { value in (0..<4).map { $0 * Self.values + value } })
    #expect(probe.isFinished)
  }

  @Test func `switching publishers while the old one sends publishes none of its later values`() {
    let outer = PassthroughSubject<PassthroughSubject<Int, TestFailure>, TestFailure>()
    let probe = Probe<Int, TestFailure>()
    outer.switchToLatest().subscribe(probe)
    concurrently(2) { [subjects] thread in
      for value in 0..<Self.values {
        if thread == 0 {
          outer.send(subjects[value % 4])
        } else {
          for subject in subjects { subject.send(value) }
        }
      }
    }
    outer.send(subjects[0])
    let count = probe.values.count
    subjects[1].send(-1)
    subjects[0].send(-2)
    #expect(probe.values.count == count + 1)
    probe.expectKept()
  }

  @Test func `requests from one thread and values from others keep the demand exact`() {
    let probe = Probe<Int, Never>(.none)
    let sources = (0..<3).map { _ in (0..<Self.values).publisher }
    Publishers.MergeMany(sources).subscribe(probe)
    let shared = Shared(probe)
    concurrently(3) { _ in
      for _ in 0..<Self.values { shared.value.request(.max(1)) }
    }
    probe.expectKept()
    #expect(probe.values.count == 3 * Self.values)
    #expect(probe.isFinished)
  }

  @Test func `cancelling on one thread stops values that others send`() {
    for _ in 0..<200 {
      let subjects = (0..<3).map { _ in PassthroughSubject<Int, TestFailure>() }
      let probe = Probe<Int, TestFailure>()
      Publishers.MergeMany(subjects).subscribe(probe)
      let shared = Shared((subjects, probe))
      concurrently(4) { index in
        let (subjects, probe) = shared.value
        if index == 3 { return probe.cancel() }
        for value in 0..<20 { subjects[index].send(value) }
        subjects[index].send(completion: index == 0 ? .failure(TestFailure()) : .finished)
      }
      let count = probe.values.count
      for subject in subjects { subject.send(0) }
      #expect(probe.values.count == count)
      probe.expectKept()
    }
  }
}
