// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofTesting

struct EventEditsTests {
  private func edit(_ fault: Fault, _ text: String, _ mediaType: String? = nil, pieces size: Int) -> String? {
    guard var edits = EventEdits([fault], mediaType: mediaType) else { return nil }
    let bytes = Array(text.utf8)
    let output = stride(from: 0, to: bytes.count, by: size).flatMap {
      edits.isBroken ? [] : edits.take(Array(bytes[$0..<min($0 + size, bytes.count)]))
    }
    return String(decoding: output, as: UTF8.self)
  }

  @Test(arguments: 1...9) func `lines are edited however they arrive`(size: Int) {
    let lines = "{1}\n\n{2}\n{3}\n"
    #expect(edit(.duplicateEvent(2), lines, pieces: size) == "{1}\n\n{2}\n{2}\n{3}\n")
    #expect(edit(.dropEvents(from: 1, count: 2), lines, pieces: size) == "\n{3}\n")
    #expect(edit(.truncateEvent(2), lines, pieces: size) == "{1}\n\n{2")
  }

  @Test func `server-sent events are edited as a whole`() {
    let events = "retry: 1000\n\n: alive\n\nid: 1\ndata: a\n\nid: 2\ndata: b\n\n"
    let edited = edit(.dropEvents(from: 1, count: 1), events, "text/event-stream", pieces: 7)
    #expect(edited == "retry: 1000\n\n: alive\n\nid: 2\ndata: b\n\n")
  }

  @Test func `other faults leave events unchanged`() {
    #expect(EventEdits([.hangUp(by: .close)], mediaType: nil) == nil)
  }
}
