// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofTesting

struct LateHeadTests {
  @Test func `a frame has literals that no table remembers`() {
    let head = ResponseHead(status: 103, reason: "Early Hints", fields: [MessageField("a", "bc")])
    let payload: [UInt8] = [0, 7] + Array(":status".utf8) + [3] + Array("103".utf8) + [0, 1, 0x61, 2, 0x62, 0x63]
    #expect(LateHead.frame(of: head, on: 5) == [0, 0, UInt8(payload.count), 1, 4, 0, 0, 0, 5] + payload)
  }

  @Test func `a long value has a length of several bytes`() {
    let value = String(repeating: "x", count: 300)
    let head = ResponseHead(status: 103, reason: "", fields: [MessageField("a", value)])
    let frame = LateHead.frame(of: head, on: 1)
    #expect(frame.suffix(303).prefix(3) == [0x7F, 0xAD, 0x01])
    #expect(frame[1] == 1)
  }
}
