// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Ties a Swift task's cancellation to a session task that may not have been made yet.
final class TaskCancellation: Sendable {
  private struct State {
    var task: URLSessionTask?
    var isCancelled = false
  }

  private let state = Mutex(State())

  func attach(_ task: URLSessionTask) {
    let isCancelled = state.withLock { state in
      state.task = task
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
  }

  /// The session task has completed, cancelled or not: it keeps nothing any more, and is none of the session's.
  func end(in registry: TaskRegistry) {
    guard let task = state.withLock({ $0.task.take() }) else { return }
    task.letGo()
    registry.remove(task.taskIdentifier)
  }
}
