// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import woof_bench

struct ResponseReadingTests {
  private static let head = Array("HTTP/1.1 201 Created\r\nLocation: /x\r\nContent-Length: 5\r\n\r\nhello".utf8)

  @Test func `a head is read when it is complete, and not before`() throws {
    for count in 0..<Self.head.count - 5 { #expect(try HTTPClientResponseHead(Self.head[..<count]) == nil) }
    let head = try #require(try HTTPClientResponseHead(Self.head[...]))
    #expect(head.status == 201 && head.framing == .length(5) && head.byteCount == Self.head.count - 5)
    #expect(head.fields["location"] == "/x")
  }

  @Test func `bytes that are not a response are refused`() {
    #expect(throws: HTTPResponseFault.self) { try HTTPClientResponseHead(Array("SSH-2.0-x\r\n\r\n".utf8)[...]) }
  }

  @Test func `the short parser of a head agrees with the full one`() throws {
    let brief = try #require(BriefResponseHead(Self.head[...]))
    #expect(brief.status == 201 && brief.contentLength == 5 && brief.byteCount == Self.head.count - 5)
    #expect(BriefResponseHead(Self.head.dropLast(6)[...]) == nil)
  }

  @Test func `a pattern is found at its first position`() {
    let bytes = Array("aab aab".utf8)[1...]
    #expect(bytes.firstOffset(of: Array("ab".utf8)) == 0)
    #expect(bytes.firstOffset(of: Array("aab".utf8)) == 3)
    #expect(bytes.firstOffset(of: Array("b ab".utf8)) == nil)
    #expect(([] as ArraySlice<UInt8>).firstOffset(of: [1]) == nil)
  }
}
