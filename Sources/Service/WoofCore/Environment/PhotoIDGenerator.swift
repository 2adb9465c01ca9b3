// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
package import WoofCryptography
package import WoofModel

/// Makes photo ids that sort by the time they were made, also within one millisecond, when the clock steps back, and when
/// the service starts anew after that (RFC 9562 §6.2, method 1: a counter in the twelve bits after the version).
package final class PhotoIDGenerator: Sendable {
  private let time: any TimeSource
  private let random: any RandomSource
  private let last: Mutex<(milliseconds: Int64, counter: UInt64)>

  /// Makes a generator of a clock and a source of random bytes.
  ///
  /// - Parameter newest: The newest id that there is, which all ids shall be behind, whatever the clock shows by now.
  package init(
    time: any TimeSource, random: any RandomSource = SystemRandomSource(), after newest: PhotoID? = nil
  ) {
    self.time = time
    self.random = random
    last = Mutex(newest.map { ($0.createdAt.milliseconds, $0.high & 0xFFF) } ?? (0, 0))
  }

  /// A new id, greater than all before it.
  package func next() -> PhotoID {
    let words = (random.word(), random.word())
    let (milliseconds, counter) = last.withLock { last in
      let now = time.now().milliseconds
      if now > last.milliseconds {
        // Half of the counter's range is left for ids of the same millisecond.
        last = (now, words.0 & 0x7FF)
      } else if last.counter < 0xFFF {
        last.counter += 1
      } else {
        last = (last.milliseconds + 1, words.0 & 0x7FF)
      }
      return last
    }
    return PhotoID(madeAt: Timestamp(milliseconds: milliseconds), counter: counter, random: words.1)
  }
}
