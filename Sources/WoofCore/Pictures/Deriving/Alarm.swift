internal import Synchronization

/// Lets one task sleep until something happens or a time is over, whichever comes first.
final class Alarm: Sendable {
  private struct State {
    var isRung = false
    var sleeper: Task<Void, Never>?
  }

  private let state = Mutex(State())

  /// Wakes the task that sleeps; where none does, the next one does not fall asleep.
  func ring() {
    state.withLock { state in
      state.isRung = true
      state.sleeper?.cancel()
    }
  }

  /// Sleeps, at most for so long; not at all where the task has been cancelled.
  func sleep(for duration: Duration) async {
    let sleeper = Task<Void, Never> { try? await Task.sleep(for: duration) }
    let isRung = state.withLock { state in
      state.sleeper = sleeper
      return state.isRung
    }
    if isRung { sleeper.cancel() }
    await withTaskCancellationHandler {
      await sleeper.value
    } onCancel: {
      sleeper.cancel()
    }
    state.withLock { $0 = State() }
  }
}
