// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Calls out to a session's clients, one call after the other in the order they were given, on an operation queue.
///
/// One operation makes many calls: an operation for each would cost more than most requests do.
final class DelegateQueue: Sendable {
  /// The number of calls that are made before other operations of the queue get their turn.
  private static let batch = 64

  private struct Line {
    var calls: [@Sendable () -> Void] = []
    var isScheduled = false
  }

  let operations: OperationQueue
  private let line = Mutex(Line())

  init(_ operations: OperationQueue?) {
    if let operations {
      self.operations = operations
    } else {
      self.operations = OperationQueue()
      self.operations.name = "URLSession delegate"
      self.operations.maxConcurrentOperationCount = 1
    }
  }

  func enqueue(_ call: @escaping @Sendable () -> Void) {
    let schedules = line.withLock { line in
      line.calls.append(call)
      defer { line.isScheduled = true }
      return !line.isScheduled
    }
    if schedules { schedule() }
  }

  private func schedule() {
    operations.addOperation { self.makeCalls() }
  }

  private func makeCalls() {
    var count = 0
    while count < Self.batch {
      let calls = line.withLock { line -> [@Sendable () -> Void] in
        if line.calls.isEmpty { line.isScheduled = false }
        defer { line.calls = [] }
        return line.calls
      }
      if calls.isEmpty { return }
      for call in calls { call() }
      count += calls.count
    }
    schedule()
  }
}
