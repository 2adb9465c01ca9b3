// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import WoofCore

@Suite struct WorkQueueTests {
  private let done = Log()

  /// Work that notes a number.
  private func noting(_ number: Int) -> @Sendable () -> Void { { [done] in done.append(number) } }

  /// Does what waits, on this thread.
  private func run(_ queue: WorkQueue) {
    queue.close()
    queue.runUntilClosed()
  }

  @Test func `work is done in the order of arrival`() {
    let queue = WorkQueue(limit: 10_000)
    for number in 0..<5000 { #expect(queue.append(noting(number))) }
    run(queue)
    #expect(done.numbers == Array(0..<5000))
  }

  @Test func `work that arrives during work is done after it`() {
    let queue = WorkQueue(limit: 10_000)
    for number in 0..<1500 {
      let later = noting(number + 1500)
      let now = noting(number)
      _ = queue.append {
        now()
        _ = queue.append(later)
        if number == 1499 { queue.close() }
      }
    }
    queue.runUntilClosed()
    #expect(done.numbers == Array(0..<3000))
  }

  @Test func `no more work waits than the limit`() {
    let queue = WorkQueue(limit: 3)
    #expect((0..<5).map { queue.append(noting($0)) } == [true, true, true, false, false])
    run(queue)
    #expect(done.numbers == [0, 1, 2])
  }

  @Test func `a place is free again after work was taken`() {
    let queue = WorkQueue(limit: 1)
    let second = noting(2)
    _ = queue.append { [done] in
      done.append(queue.append(second) ? 1 : 0)
      queue.close()
    }
    queue.runUntilClosed()
    #expect(done.numbers == [1, 2])
  }

  @Test func `a closed queue accepts nothing`() {
    let queue = WorkQueue(limit: 3)
    queue.close()
    #expect(!queue.append {})
  }

  @Test func `finished work releases its captures, although more work waits`() {
    let queue = WorkQueue(limit: 3)
    weak var held: Log?
    do {
      let holding = Log()
      held = holding
      _ = queue.append { holding.append(1) }
    }
    let witness = Witness(watching: held)
    _ = queue.append { [done] in done.append(witness.sees ? 1 : 0) }
    _ = queue.append {}
    run(queue)
    #expect(done.numbers == [0])
  }
}

private final class Log: Sendable {
  private let entries = Mutex<[Int]>([])
  var numbers: [Int] { entries.withLock(\.self) }
  func append(_ number: Int) { entries.withLock { $0.append(number) } }
}

private struct Witness: Sendable {
  private weak let watched: Log?
  init(watching log: Log?) { watched = log }
  var sees: Bool { watched != nil }
}
