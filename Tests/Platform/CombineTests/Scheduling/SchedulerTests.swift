// SPDX-License-Identifier: Apache-2.0

import Combine
import Dispatch
import Foundation
import Testing

/// The schedulers that stand on the system's queues and loops.
@Suite struct SchedulerTests {
  @Test func `a dispatch queue performs actions, now and later`() async {
    let queue = DispatchQueue(label: "scheduler")
    await performs(on: queue) { dispatchPrecondition(condition: .onQueue(queue)) }
  }

  @Test func `an operation queue performs actions, now and later`() async {
    let queue = OperationQueue()
    await performs(on: queue) { #expect(OperationQueue.current === queue) }
  }

  @Test func `a run loop performs actions of other threads, now and later`() async {
    let thread = LoopThread()
    let loop = thread.start()
    await performs(on: loop) { #expect(RunLoop.current === loop) }
    thread.stop()
  }

  @Test func `the immediate scheduler performs every action at once, and only once`() {
    let scheduler = ImmediateScheduler.shared
    var performed: [Int] = []
    scheduler.schedule { performed.append(1) }
    scheduler.schedule(after: scheduler.now.advanced(by: 10)) { performed.append(2) }
    scheduler.schedule(after: scheduler.now, interval: 10) { performed.append(3) }.cancel()
    #expect(performed == [1, 2, 3])
    #expect(scheduler.now.distance(to: scheduler.now.advanced(by: 5)) == 0)
  }

  @Test func `operations scheduled one after the other on a run loop keep their order`() async {
    let thread = LoopThread()
    let loop = thread.start()
    let order = Shared(Recorded<Int>())
    await withCheckedContinuation { continuation in
      for number in 0..<100 { loop.schedule { order.value.append(number) } }
      loop.schedule { continuation.resume() }
    }
    #expect(order.value.all == Array(0..<100))
    thread.stop()
  }

  private func performs<S: Scheduler>(on scheduler: S, _ check: @escaping () -> Void) async {
    await withCheckedContinuation { continuation in
      scheduler.schedule {
        check()
        continuation.resume()
      }
    }
    let start = scheduler.now
    let delay = S.SchedulerTimeType.Stride.milliseconds(5)
    let fired: Shared<S.SchedulerTimeType> = await withCheckedContinuation { continuation in
      scheduler.schedule(after: start.advanced(by: delay)) {
        check()
        continuation.resume(returning: Shared(scheduler.now))
      }
    }
    #expect(start.distance(to: fired.value) >= .milliseconds(4))
    await performsAgainAndAgain(on: scheduler, check)
  }

  private func performsAgainAndAgain<S: Scheduler>(on scheduler: S, _ check: @escaping () -> Void) async {
    let repetition = Shared(Recorded<any Cancellable>())
    await withCheckedContinuation { continuation in
      let count = Shared(Recorded<Int>())
      let cancellable = scheduler.schedule(after: scheduler.now, interval: .milliseconds(1)) {
        check()
        if count.value.append(1) == 3 { continuation.resume() }
      }
      repetition.value.append(cancellable)
    }
    for cancellable in repetition.value.all { cancellable.cancel() }
  }
}
