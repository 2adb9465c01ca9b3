// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WoofCore
import WoofHTTP
import WoofModel

/// The virtual time, for clients and for the simulation itself.
struct SimulationClock: Clock {
  /// A moment of the virtual time.
  struct Instant: InstantProtocol {
    /// The nanoseconds since the history began.
    var nanoseconds: Int64

    func advanced(by duration: Duration) -> Instant {
      Instant(nanoseconds: nanoseconds + duration.simulatedNanoseconds)
    }
    func duration(to other: Instant) -> Duration { .nanoseconds(other.nanoseconds - nanoseconds) }
    static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }
  }

  private var executor: SimulationExecutor { .shared }

  var now: Instant { Instant(nanoseconds: executor.now) }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let sleeper = Sleeper()
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
        guard sleeper.lie(continuation) else { return continuation.resume(throwing: CancellationError()) }
        executor.schedule(after: deadline.nanoseconds - executor.now) {
          sleeper.wake(nil)
        } cancel: {
          sleeper.wake(CancellationError())
        }
      }
    } onCancel: {
      sleeper.wake(CancellationError())
    }
  }
}

/// The clocks of a simulated machine, as the service's modules see them. The wall clock may be wrong, and the machine may
/// be booted; time passes at the same pace on all.
struct MachineTime: TimeSource {
  /// The moment at which every history begins, in milliseconds since 1970.
  static let start: Int64 = 1_767_225_600_000

  /// The milliseconds by which the wall clock is ahead.
  var wallOffset: Int64 = 0
  /// The name of the machine's run since it was booted.
  var boot = "boot"

  func now() -> Timestamp {
    Timestamp(milliseconds: Self.start + wallOffset + SimulationExecutor.shared.now / 1_000_000)
  }
  func monotonicNanoseconds() -> Int64 { SimulationExecutor.shared.now }
  func bootClock() -> BootClock { BootClock(boot: boot, milliseconds: SimulationExecutor.shared.now / 1_000_000) }
}

/// The clocks of a simulated machine, as event loops see them.
struct LoopTime: ServerClock {
  let time: MachineTime

  var monotonicNanoseconds: Int64 { time.monotonicNanoseconds() }
  var unixSeconds: Int64 { time.now().milliseconds / 1000 }
  /// Work takes no virtual time.
  var threadProcessorNanoseconds: Int64 { time.monotonicNanoseconds() }
  func observeJumps(_ observer: @escaping @Sendable () -> Void) {}
}

/// One sleep, which ends once.
private final class Sleeper: Sendable {
  private enum State {
    case awake
    case asleep(UnsafeContinuation<Void, any Error>)
    case over
  }

  private let state = Mutex(State.awake)

  /// Falls asleep; `false` where the sleep is over already.
  func lie(_ continuation: UnsafeContinuation<Void, any Error>) -> Bool {
    state.withLock { state in
      guard case .awake = state else { return false }
      state = .asleep(continuation)
      return true
    }
  }

  func wake(_ error: (any Error)?) {
    let sleeping = state.withLock { state -> UnsafeContinuation<Void, any Error>? in
      defer { state = .over }
      if case .asleep(let continuation) = state { return continuation }
      return nil
    }
    if let error { sleeping?.resume(throwing: error) } else { sleeping?.resume() }
  }
}
