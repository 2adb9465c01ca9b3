internal import Synchronization

/// The loops that want to hear of changes, and the newest number of the log. Both are kept together, so that no change
/// is lost between a loop that begins to listen and a writer that has just committed.
final class EventActivity: Sendable {
  private struct State {
    var newest: Int64 = 0
    var isActive: [Bool]
  }

  private let state: Mutex<State>

  init(loopCount: Int) { state = Mutex(State(isActive: [Bool](repeating: false, count: loopCount))) }

  /// Notes how far the log has come, and gives which loops want to hear of it.
  @discardableResult
  func advance(to sequence: Int64) -> [Bool] {
    state.withLock { state in
      state.newest = max(state.newest, sequence)
      return state.isActive
    }
  }

  /// A loop begins to listen: it hears of all changes after the number that this gives.
  func begin(_ loop: Int) -> Int64 {
    state.withLock { state in
      state.isActive[loop] = true
      return state.newest
    }
  }

  /// A loop no longer listens.
  func end(_ loop: Int) { state.withLock { $0.isActive[loop] = false } }
}
