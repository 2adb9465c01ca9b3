// SPDX-License-Identifier: Apache-2.0

import Combine
import Dispatch
import Foundation
import Testing

@Suite struct ReceiveOnTests {
  private let scheduler = VirtualScheduler()
  private let upstream = ManualPublisher<Int, TestFailure>()

  @Test func `values and completion come on the scheduler, in their order`() {
    let probe = upstream.receive(on: scheduler).probe()
    probe.onValue = { [scheduler] _ in
      #expect(scheduler.isPerforming)
      return .none
    }
    upstream.send(1, 2)
    upstream.finish()
    #expect(probe.values.isEmpty)
    scheduler.run()
    #expect(probe.values == [1, 2])
    #expect(probe.isFinished)
  }

  @Test func `the subscription comes at once`() {
    let probe = upstream.receive(on: scheduler).probe()
    #expect(probe.subscription != nil)
  }

  @Test func `requests reach the upstream at once`() {
    let probe = upstream.receive(on: scheduler).probe(.max(1))
    #expect(upstream.requests == [.max(1)])
    probe.onValue = { _ in .max(2) }
    upstream.send(1)
    scheduler.run()
    #expect(upstream.asked == .max(3))
  }

  @Test func `cancelling drops values that are on their way`() {
    let probe = upstream.receive(on: scheduler).probe()
    upstream.send(1)
    probe.cancel()
    #expect(upstream.isCancelled)
    scheduler.run()
    #expect(probe.values.isEmpty)
    probe.expectKept()
  }

  @Test func `cancelling from within a value drops the rest`() {
    let probe = upstream.receive(on: scheduler).probe()
    probe.onValue = { _ in
      probe.cancel()
      return .none
    }
    upstream.send(1, 2)
    upstream.finish()
    scheduler.run()
    #expect(probe.values == [1])
    probe.expectKept()
  }

  @Test func `one job delivers all waiting values`() {
    let probe = upstream.receive(on: scheduler).probe()
    upstream.send(1, 2, 3)
    upstream.finish()
    #expect(scheduler.waiting == 1)
    scheduler.run()
    #expect(probe.values == [1, 2, 3])
    #expect(probe.isFinished)
  }

  @Test func `a job delivers within the demand, and within demand that comes meanwhile`() {
    let probe = (1...4).publisher.receive(on: scheduler).probe(.max(1))
    probe.onValue = { $0 < 3 ? .max(1) : .none }
    scheduler.run()
    #expect(probe.values == [1, 2, 3])
    #expect(!probe.isFinished)
    probe.request(.max(1))
    scheduler.run()
    #expect(probe.values == [1, 2, 3, 4])
    #expect(probe.isFinished)
  }

  @Test func `cancelling on another thread stops a delivery`() async {
    let queue = DispatchQueue(label: "receive-on-cancelled")
    let subject = PassthroughSubject<Int, Never>()
    let probe = Probe<Int, Never>()
    queue.suspend()
    subject.receive(on: queue).subscribe(probe)
    probe.onValue = { _ in
      let (shared, isCancelled) = (Shared(probe), DispatchSemaphore(value: 0))
      DispatchQueue.global().async {
        shared.value.cancel()
        isCancelled.signal()
      }
      isCancelled.wait()
      return .none
    }
    for value in 0..<100 { subject.send(value) }
    queue.resume()
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    #expect(probe.values == [0])
    probe.expectKept()
  }

  @Test func `a value that comes during a delivery gets its own job`() {
    let probe = upstream.receive(on: scheduler).probe()
    var other = 0
    probe.onValue = { [upstream, scheduler] value in
      if value == 1 {
        scheduler.schedule { other = probe.values.count }
        upstream.send(2)
      }
      return .none
    }
    upstream.send(1)
    scheduler.run()
    #expect(probe.values == [1, 2])
    #expect(other == 1)
  }

  @Test func `a concurrent queue keeps the order and delivers one at a time`() async {
    let values = 5000
    let subject = PassthroughSubject<Int, Never>()
    let probe = Probe<Int, Never>()
    await withCheckedContinuation { continuation in
      probe.onCompletion = { _ in continuation.resume() }
      subject.receive(on: DispatchQueue.global()).subscribe(probe)
      for value in 0..<values { subject.send(value) }
      subject.send(completion: .finished)
    }
    #expect(probe.values == Array(0..<values))
    probe.expectKept()
  }

  @Test func `values of several threads come one at a time on a serial queue`() async {
    let queue = DispatchQueue(label: "receive-on")
    let subjects = (0..<3).map { _ in PassthroughSubject<Int, Never>() }
    let probe = Probe<Int, Never>()
    await withCheckedContinuation { continuation in
      probe.onValue = { _ in
        dispatchPrecondition(condition: .onQueue(queue))
        return .none
      }
      probe.onCompletion = { _ in continuation.resume() }
      Publishers.MergeMany(subjects).receive(on: queue).subscribe(probe)
      concurrently(3) { index in
        for value in 0..<1000 { subjects[index].send(value) }
        subjects[index].send(completion: .finished)
      }
    }
    #expect(probe.values.count == 3000)
    probe.expectKept()
  }

  @Test func `options reach the scheduler`() async {
    let group = DispatchGroup()
    let queue = DispatchQueue(label: "options")
    queue.suspend()
    let cancellable = Just(1)
      .receive(on: queue, options: DispatchQueue.SchedulerOptions(qos: .utility, group: group)).sink { _ in }
    #expect(group.wait(timeout: .now()) == .timedOut)
    queue.resume()
    await withCheckedContinuation { continuation in
      group.notify(queue: queue) { continuation.resume() }
    }
    cancellable.cancel()
  }
}
