import Synchronization

/// Ties a Swift task's cancellation to a session task that may not have been made yet.
final class TaskCancellation: Sendable {
  private enum State {
    case waiting
    case attached(URLSessionTask)
    case cancelled
  }

  private let state = Mutex(State.waiting)

  func attach(_ task: URLSessionTask) {
    let isCancelled = state.withLock { state in
      if case .cancelled = state { return true }
      state = .attached(task)
      return false
    }
    if isCancelled { task.cancel() }
  }

  /// The session task has completed: it keeps nothing any more, and is none of the session's.
  func end(in registry: TaskRegistry) {
    let task = state.withLock { state -> URLSessionTask? in
      defer { state = .waiting }
      if case .attached(let task) = state { return task }
      return nil
    }
    guard let task else { return }
    task.letGo()
    registry.remove(task.taskIdentifier)
  }

  func cancel() {
    let task = state.withLock { state -> URLSessionTask? in
      defer { state = .cancelled }
      if case .attached(let task) = state { return task }
      return nil
    }
    task?.cancel()
  }
}
