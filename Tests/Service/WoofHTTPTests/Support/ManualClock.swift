// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WoofHTTP

/// A clock that stands still until a test moves it.
final class ManualClock: ServerClock {
  private struct State {
    var monotonic: Int64 = 1_000_000_000_000
    var unix: Int64 = 1_700_000_000
    var observers: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())

  var monotonicNanoseconds: Int64 { state.withLock { $0.monotonic } }
  var unixSeconds: Int64 { state.withLock { $0.unix } }

  func observeJumps(_ observer: @escaping @Sendable () -> Void) {
    state.withLock { $0.observers.append(observer) }
  }

  /// Moves the time on.
  func advance(by milliseconds: Int64) {
    let observers = state.withLock { state in
      state.monotonic += milliseconds * 1_000_000
      state.unix += milliseconds / 1000
      return state.observers
    }
    for observer in observers { observer() }
  }
}
