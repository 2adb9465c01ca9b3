// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Synchronization

/// Lets one task sleep until something happens or a time is over, whichever comes first.
///
/// It has one timer, which every sleep sets anew. A task of its own that is cancelled in `Task.sleep` would do as well,
/// but the runtime keeps such a task with its timer until the time that it should have slept is over, so that whoever is
/// woken often would gather them by the thousand.
final class Alarm: Sendable {
  private let bed = Bed()
  // Thread-safe, as all of Dispatch is, which the protocol does not say.
  private nonisolated(unsafe) let timer = DispatchSource.makeTimerSource()  // set anew and cancelled from any thread

  init() {
    timer.setEventHandler { [bed] in bed.wake() }
    timer.schedule(deadline: .distantFuture)
    timer.activate()
  }

  deinit { timer.cancel() }

  /// `true` while a task sleeps.
  var isSlept: Bool { bed.isTaken }

  /// Wakes the task that sleeps; where none does, the next one does not fall asleep.
  func ring() { bed.ring() }

  /// Sleeps, at most for so long; not at all where the task has been cancelled. May end before its time.
  func sleep(for duration: Duration) async {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { (sleeper: UnsafeContinuation<Void, Never>) in
        guard bed.lie(sleeper, unless: duration <= .zero) else { return sleeper.resume() }
        timer.schedule(
          deadline: .now() + .nanoseconds(Int(clamping: duration.boundedNanoseconds)), leeway: .milliseconds(1))
      }
    } onCancel: {
      bed.wake()
    }
  }
}

/// The sleeping task of an ``Alarm``, if there is one.
private final class Bed: Sendable {
  private struct State {
    var isRung = false
    var sleeper: UnsafeContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  var isTaken: Bool { state.withLock { $0.sleeper != nil } }

  /// Lets the current task sleep.
  ///
  /// - Parameter isOver: `true` if there is no time to sleep.
  /// - Returns: `true` if it sleeps; `false` where it has been cancelled, or the alarm rang before, which is forgotten
  ///   then.
  func lie(_ sleeper: UnsafeContinuation<Void, Never>, unless isOver: Bool) -> Bool {
    state.withLock { state in
      // Asked under the lock: a cancellation that comes later finds the sleeper.
      let staysAwake = state.isRung || isOver || Task.isCancelled
      state.isRung = false
      if !staysAwake { state.sleeper = sleeper }
      return !staysAwake
    }
  }

  func ring() {
    let sleeper = state.withLock { state in
      let sleeper = state.sleeper.take()
      state.isRung = sleeper == nil
      return sleeper
    }
    sleeper?.resume()
  }

  func wake() { state.withLock { $0.sleeper.take() }?.resume() }
}
