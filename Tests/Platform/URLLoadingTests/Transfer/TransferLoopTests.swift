// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import TestKit
@testable import URLLoading

@Suite struct TransferLoopTests {
  @Test func `work runs on the loop in the order of the calls`() async {
    let numbers = Mutex<[Int]>([])
    for number in 0..<1000 { TransferLoop.shared.perform { numbers.withLock { $0.append(number) } } }
    await withCheckedContinuation { continuation in
      TransferLoop.shared.perform {
        #expect(TransferLoop.shared.isCurrent)
        continuation.resume()
      }
    }
    #expect(numbers.withLock { $0 } == Array(0..<1000))
    #expect(!TransferLoop.shared.isCurrent)
  }

  @Test func `timers fire in the order of their times`() async {
    let order = Mutex<[Int]>([])
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let timers = [30, 10, 20].map { delay in
        let timer = TransferTimer(loop: .shared) {
          let count = order.withLock { order in
            order.append(delay)
            return order.count
          }
          if count == 3 { continuation.resume() }
        }
        return (delay: delay, timer: timer)
      }
      // From one start: a pause between them would move those that come later.
      TransferLoop.shared.perform {
        let start = TransferClock.monotonicNanoseconds
        for (delay, timer) in timers { timer.arm(at: start + Int64(delay) * 1_000_000) }
      }
    }
    #expect(order.withLock { $0 } == [10, 20, 30])
  }

  @Test func `a timer that is cancelled does not fire`() async {
    let hasFired = Gate()
    let isCancelled = Gate()
    let isScheduled = Gate()
    let timer = Mutex<TransferTimer?>(nil)
    TransferLoop.shared.perform {
      timer.withLock { $0 = TransferLoop.shared.schedule(after: .milliseconds(10)) { hasFired.open() } }
      isScheduled.open()
      // Held meanwhile, the loop cannot come to the timer before it is cancelled.
      isCancelled.waitBlocking(milliseconds: 60_000)
    }
    await isScheduled.wait()
    for _ in 0..<2 { timer.withLock { $0 }?.cancel() }
    isCancelled.open()
    await withCheckedContinuation { continuation in
      TransferLoop.shared.schedule(after: .milliseconds(20)) { continuation.resume() }
    }
    #expect(!hasFired.isOpen)
  }

  @Test func `deadlines come in order, however they are moved and removed`() {
    var queue = LoopDeadlineQueue()
    var generator = SystemRandomNumberGenerator()
    let deadlines = (0..<200).map { _ in LoopDeadline {} }
    for _ in 0..<5 {
      for deadline in deadlines { queue.set(deadline, to: Int64.random(in: 0..<1000, using: &generator)) }
    }
    for deadline in deadlines.prefix(50) { queue.remove(deadline) }
    var times: [Int64] = []
    while let next = queue.removeFirst(dueAt: .max) { times.append(next.time) }
    #expect(times == deadlines.dropFirst(50).map(\.time).sorted())
    #expect(queue.count == 0)
  }
}
