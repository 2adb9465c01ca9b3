// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofCore
public import WoofModel

/// The time of a harness, which drives every timeout, expiry and heartbeat of its service.
///
/// It runs with real time or stands still; either way a test moves it on by ``advance(by:)``, and whatever is due by then
/// happens at once. May be used from any thread.
public final class HarnessClock: Sendable {
  /// A way for time to pass.
  public enum Pace: Hashable, Sendable {
    /// Time passes with real time, from now on.
    case running
    /// Time does not pass by itself, from this moment on: dates and ids are the same in every run.
    case standing(at: Timestamp)
  }

  private struct State {
    /// Nanoseconds that had passed when the clock last started to run.
    var passed: Int64 = 0
    /// The time at which the clock last started to run, in real nanoseconds; `nil` while it stands.
    var startedAt: Int64?
    /// Milliseconds since 1970 when nothing had passed.
    var wallStart: Int64
    var observers: [@Sendable () -> Void] = []

    func passed(by real: Int64) -> Int64 { passed + (startedAt.map { real - $0 } ?? 0) }
  }

  private let real = SystemTimeSource()
  private let start: Int64
  private let state: Mutex<State>

  /// Makes a clock.
  public init(_ pace: Pace = .running) {
    start = real.monotonicNanoseconds()
    switch pace {
    case .running: state = Mutex(State(startedAt: start, wallStart: real.now().milliseconds))
    case .standing(let moment): state = Mutex(State(wallStart: moment.milliseconds))
    }
  }

  // MARK: Reading it

  /// The wall clock, to the millisecond.
  public var now: Timestamp {
    let time = real.monotonicNanoseconds()
    return state.withLock { Timestamp(milliseconds: $0.wallStart + $0.passed(by: time) / 1_000_000) }
  }

  /// Nanoseconds since some fixed moment, never going back.
  public var monotonicNanoseconds: Int64 {
    let time = real.monotonicNanoseconds()
    return state.withLock { start + $0.passed(by: time) }
  }

  /// `true` while time passes by itself.
  public var runsByItself: Bool { state.withLock { $0.startedAt != nil } }

  /// Asks to be told when the time has jumped.
  func observeJumps(_ observer: @escaping @Sendable () -> Void) {
    state.withLock { $0.observers.append(observer) }
  }

  // MARK: Moving it

  /// Moves the time on; what is due by then happens, each thing once. A negative duration does nothing.
  public func advance(by duration: Duration) {
    // Never beyond the longest jump, so that no sum overflows.
    let (seconds, attoseconds) = min(max(.zero, duration), .nanoseconds(Self.longestJump)).components
    let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    change { $0.passed += min(nanoseconds, Self.longestJump - min($0.passed, Self.longestJump)) }
  }

  /// Lets the wall clock show another moment, before or after the one that it shows; nothing becomes due by that.
  public func show(_ moment: Timestamp) {
    let time = real.monotonicNanoseconds()
    change { $0.wallStart = moment.milliseconds - $0.passed(by: time) / 1_000_000 }
  }

  /// Lets time pass with real time.
  public func run() {
    let time = real.monotonicNanoseconds()
    change { if $0.startedAt == nil { $0.startedAt = time } }
  }

  /// Lets time stand still.
  public func stand() {
    let time = real.monotonicNanoseconds()
    change { state in
      state.passed = state.passed(by: time)
      state.startedAt = nil
    }
  }

  private static let longestJump: Int64 = 100 * 365 * 86_400 * 1_000_000_000

  private func change(_ change: (inout State) -> Void) {
    let observers = state.withLock { state in
      change(&state)
      return state.observers
    }
    for observer in observers { observer() }
  }
}
