// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofTesting

struct ResponseHeadTests {
  private static let bytes = Array("HTTP/1.1 206 Partial Content\r\nContent-Length: 12\r\nX: a: b\r\n\r\nbody".utf8)

  @Test func `a head is read when it is complete`() throws {
    for count in 0..<(Self.bytes.count - 4) {
      guard case .needsMore = ResponseHead.read(Array(Self.bytes.prefix(count))) else {
        Issue.record("a head of \(count) bytes")
        return
      }
    }
    guard case .head(let head, let consumed) = ResponseHead.read(Self.bytes) else { throw Unfailed() }
    #expect(head.status == 206)
    #expect(head.fields["x"] == "a: b")
    #expect(head.length(inResponseTo: "GET") == .length(12))
    #expect(head.length(inResponseTo: "HEAD") == .none)
    #expect(consumed == Self.bytes.count - 4)
    #expect(head.bytes == Array(Self.bytes.dropLast(4)))
  }

  @Test(arguments: ["SSH-2.0\r\n\r\n", "HTTP/1.1 abc\r\n\r\n", "HTTP/1.1\r\n\r\n", "HTTP/1.1 99 X\r\n\r\n"])
  func `a malformed head is refused`(text: String) {
    guard case .broken = ResponseHead.read(Array(text.utf8)) else {
      Issue.record("\(text)")
      return
    }
  }

  @Test func `random bytes are harmless`() {
    let random = SeededRandom(2)
    for _ in 0..<500 {
      _ = ResponseHead.read(Array("HTTP/1.1 ".utf8) + random.bytes(random.number(in: 0..<40)) + [13, 10, 13, 10])
    }
  }
}
