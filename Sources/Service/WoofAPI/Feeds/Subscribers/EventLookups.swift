// SPDX-License-Identifier: Apache-2.0

/// Look-ups in the stores that a hub has under way or will begin.
struct EventLookups {
  /// The largest number of look-ups that are under way at once; the others wait, and serve more changes when they
  /// begin.
  static let limit = 8

  /// A batch that somebody waits for.
  struct Lookup {
    let audience: EventAudience
    let request: EventAudience.Request
  }

  private var waiting: [Lookup] = []
  private var firstIndex = 0
  private(set) var runningCount = 0

  /// Puts a look-up at the end of the queue.
  mutating func add(_ lookup: Lookup) { waiting.append(lookup) }

  /// `true` if a look-up waits and not too many are under way.
  var canBegin: Bool { runningCount < Self.limit && firstIndex < waiting.count }

  /// Begins the next look-up; `nil` where none can begin.
  mutating func begin() -> Lookup? {
    guard canBegin else { return nil }
    defer {
      firstIndex += 1
      if firstIndex == waiting.count {
        waiting = []
        firstIndex = 0
      }
    }
    runningCount += 1
    return waiting[firstIndex]
  }

  /// Ends a look-up that was begun.
  mutating func end() { runningCount -= 1 }
}
