// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The tasks of a session that have not completed.
final class TaskRegistry: Sendable {
  private struct Entry {
    weak var task: URLSessionTask?
  }

  private struct Contents {
    var nextIdentifier = 1
    var entries: [Int: Entry] = [:]
    var whenEmpty: (@Sendable () -> Void)?
  }

  private let contents = Mutex(Contents())

  func nextIdentifier() -> Int {
    contents.withLock { contents in
      defer { contents.nextIdentifier &+= 1 }
      return contents.nextIdentifier
    }
  }

  func add(_ task: URLSessionTask) {
    contents.withLock { $0.entries[task.taskIdentifier] = Entry(task: task) }
  }

  /// Forgets the task; the last one to go sets off what waits for that.
  func remove(_ identifier: Int) {
    let whenEmpty = contents.withLock { contents -> (@Sendable () -> Void)? in
      contents.entries[identifier] = nil
      guard contents.entries.isEmpty else { return nil }
      return contents.whenEmpty.take()
    }
    whenEmpty?()
  }

  /// Calls back as soon as there is no task left.
  func whenEmpty(_ body: @escaping @Sendable () -> Void) {
    let isEmpty = contents.withLock { contents in
      if !contents.entries.isEmpty { contents.whenEmpty = body }
      return contents.entries.isEmpty
    }
    if isEmpty { body() }
  }

  /// The tasks in the order in which they were made. One that was cancelled, or has completed, is none, though its delegate
  /// has not been told yet.
  var tasks: [URLSessionTask] {
    let all = contents.withLock { $0.entries.sorted { $0.key < $1.key }.compactMap(\.value.task) }
    return all.filter { $0.state == .running || $0.state == .suspended }
  }
}
