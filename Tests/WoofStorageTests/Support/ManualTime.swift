import Synchronization
import WoofCore
import WoofModel
import WoofStoreConformance

/// A clock that is moved by hand.
final class ManualTime: TimeSource {
  private let elapsed = Mutex<Int64>(0)

  func now() -> Timestamp { Sample.time(elapsed.withLock { $0 }) }

  func monotonicNanoseconds() -> Int64 { elapsed.withLock { $0 * 1_000_000 } }

  func advance(milliseconds: Int64) { elapsed.withLock { $0 += milliseconds } }
}
