// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// A reading of a clock that goes on while the machine sleeps, and starts anew when it boots.
package struct BootClock: Hashable, Sendable {
  /// Names the run of the machine; readings of different runs cannot be compared.
  package var boot: String
  /// Milliseconds since some fixed moment of that run.
  package var milliseconds: Int64

  /// Makes a reading.
  package init(boot: String, milliseconds: Int64) {
    self.boot = boot
    self.milliseconds = milliseconds
  }
}

/// The time by which lifetimes are counted: it grows by the time that passes, whatever happens to the wall clock.
///
/// It starts at what the wall clock shows when an installation is made, and is only compared with itself. Whoever keeps a
/// ``Mark`` of it can go on from there in another process. Time during which nobody counted, as from one boot of the
/// machine to the next, does not pass: what has a lifetime may live longer than promised, and never shorter.
///
/// Reading it takes no lock. May be used from any thread.
package struct SteadyTime: TimeSource {
  /// A moment in steady time, from which another process can continue to count.
  package struct Mark: Hashable, Sendable {
    /// The steady time at that moment.
    package var time: Timestamp
    /// The reading of the machine's boot clock at that moment.
    package var clock: BootClock

    /// Makes a mark.
    package init(time: Timestamp, clock: BootClock) {
      self.time = time
      self.clock = clock
    }
  }

  private let source: any TimeSource
  private let start: Mark

  /// Makes a steady time that goes on from a mark, or starts with the wall clock where there is none.
  package init(_ source: any TimeSource, from mark: Mark? = nil) {
    self.source = source
    let clock = source.bootClock()
    guard let mark else {
      start = Mark(time: source.now(), clock: clock)
      return
    }
    let passed = mark.clock.boot == clock.boot ? max(0, clock.milliseconds - mark.clock.milliseconds) : 0
    start = Mark(time: mark.time.advanced(byMilliseconds: passed), clock: clock)
  }

  /// The steady time, to the millisecond.
  package func now() -> Timestamp { now(at: source.bootClock()) }

  /// The monotonic clock of the source.
  package func monotonicNanoseconds() -> Int64 { source.monotonicNanoseconds() }

  /// The boot clock of the source.
  package func bootClock() -> BootClock { source.bootClock() }

  /// A mark of the current moment, from which the time can be continued later.
  package var mark: Mark {
    let clock = source.bootClock()
    return Mark(time: now(at: clock), clock: clock)
  }

  /// Returns the time that the wall clock will show at a moment of the steady time, if nobody sets it until then.
  package func wallTime(of moment: Timestamp) -> Timestamp {
    let (left, isTooLong) = moment.milliseconds.subtractingReportingOverflow(now().milliseconds)
    return source.now().advanced(byMilliseconds: isTooLong ? .max : left)
  }

  private func now(at clock: BootClock) -> Timestamp {
    start.time.advanced(byMilliseconds: max(0, clock.milliseconds - start.clock.milliseconds))
  }
}

extension Timestamp {
  /// The moment so many milliseconds later, as far as there are moments.
  fileprivate func advanced(byMilliseconds count: Int64) -> Timestamp {
    let (later, isTooLate) = milliseconds.addingReportingOverflow(count)
    return Timestamp(milliseconds: isTooLate ? (count > 0 ? .max : .min) : later)
  }
}
