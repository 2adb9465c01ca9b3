// SPDX-License-Identifier: Apache-2.0

/// Changes the events of a live stream on their way: lines of NDJSON, or server-sent events.
struct EventEdits: Sendable {
  private let mark: [UInt8]
  private let faults: [Fault]
  private var pending: [UInt8] = []
  private var eventCount = 0
  /// `true` once the stream breaks off.
  private(set) var isBroken = false

  /// `nil` where no fault is about events.
  init?(_ faults: [Fault], mediaType: String?) {
    let own = faults.filter {
      switch $0 {
      case .truncateEvent, .duplicateEvent, .dropEvents: true
      default: false
      }
    }
    guard !own.isEmpty else { return nil }
    self.faults = own
    mark = mediaType?.hasPrefix("text/event-stream") == true ? [10, 10] : [10]
  }

  /// Takes bytes that have come, and returns those that go on. What is not yet a whole event is kept back.
  mutating func take(_ bytes: [UInt8]) -> [UInt8] {
    pending += bytes
    var output: [UInt8] = []
    while !isBroken, let end = pending.offset(of: mark) {
      let event = Array(pending[..<(end + mark.count)])
      pending.removeFirst(event.count)
      output += edited(event)
    }
    return output
  }

  private mutating func edited(_ event: [UInt8]) -> [UInt8] {
    // An empty line is a heartbeat, and so is a comment; a server-sent stream opens with how soon to come again.
    guard event.count > mark.count, event.first != UInt8(ascii: ":"), !event.starts(with: Array("retry:".utf8)) else {
      return event
    }
    eventCount += 1
    var output = event
    for fault in faults {
      switch fault {
      case .truncateEvent(eventCount):
        isBroken = true
        return Array(event.prefix(event.count / 2))
      case .duplicateEvent(eventCount): output += event
      case .dropEvents(let first, let count) where eventCount >= first && eventCount - first < count: output = []
      default: break
      }
    }
    return output
  }
}
