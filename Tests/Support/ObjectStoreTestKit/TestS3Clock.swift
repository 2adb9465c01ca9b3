// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WoofS3

@testable import TestKit

/// A clock of tests: it counts how long is slept instead of sleeping, or lets the test say when a sleep is over.
final class TestS3Clock: S3Clock {
  private struct State {
    var sleeps: [Duration] = []
    var gates: [Gate] = []
    var passed = Duration.zero
    var offset: Int64
  }

  private let system = SystemS3Clock()
  private let waits: Bool
  private let state: Mutex<State>

  /// - Parameters:
  ///   - offset: The seconds by which it is ahead of the right time.
  ///   - waits: `true` if a sleep is over by ``endSleeps()`` only.
  init(offset: Int64 = 0, waits: Bool = false) {
    self.waits = waits
    state = Mutex(State(offset: offset))
  }

  /// The lengths of all sleeps so far.
  var sleeps: [Duration] { state.withLock { $0.sleeps } }
  /// The number of those that sleep now.
  var sleeperCount: Int { state.withLock { $0.gates.count { $0.waitingCount > 0 } } }

  var secondsSince1970: Int64 { system.secondsSince1970 + state.withLock { $0.offset } }
  var monotonic: Duration { state.withLock { $0.passed } }

  func sleep(for duration: Duration) async throws {
    let gate = Gate()
    state.withLock { state in
      state.sleeps.append(duration)
      if waits { state.gates.append(gate) } else { state.passed += duration }
    }
    if waits { await gate.waitUnlessCancelled() }
    try Task.checkCancellation()
  }

  /// Sets the clock, so many seconds ahead of the right time.
  func set(offset: Int64) { state.withLock { $0.offset = offset } }

  /// Lets time pass.
  func pass(_ duration: Duration) { state.withLock { $0.passed += duration } }

  /// Ends all sleeps that have begun.
  func endSleeps() {
    for gate in state.withLock({ $0.gates }) { gate.open() }
  }
}
