// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofHTTP

@Suite struct HeadLimitTests {
  private let limits = HTTPParserLimits(headByteCount: 200, targetByteCount: 60, fieldCount: 4)

  private func head(target: String = "/", _ fields: String = "") -> String {
    "GET \(target) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
  }

  @Test func `a target can be as long as its limit, and no longer`() {
    let longest = "/" + String(repeating: "a", count: 59)
    #expect(HeadOutcome(head(target: longest), limits: limits).head?.target == longest)
    #expect(HeadOutcome(head(target: longest + "a"), limits: limits).status == 414)
    #expect(HeadOutcome(head(target: longest + String(repeating: "a", count: 200)), limits: limits).status == 414)
  }

  @Test func `a request line without an end is refused when it passes the limit`() {
    #expect(HeadOutcome("GET /" + String(repeating: "a", count: 98), limits: limits) == .incomplete)
    #expect(HeadOutcome("GET /" + String(repeating: "a", count: 99), limits: limits).status == 414)
  }

  @Test func `a head can be as large as its limit, and no larger`() {
    let room = 200 - head("x: \r\n").utf8.count
    let largest = head("x: \(String(repeating: "v", count: room))\r\n")
    #expect(largest.utf8.count == 200)
    #expect(HeadOutcome(largest, limits: limits).head != nil)
    #expect(HeadOutcome(head("x: \(String(repeating: "v", count: room + 1))\r\n"), limits: limits).status == 431)
  }

  @Test func `a field line without an end is refused when the head passes the limit`() {
    let start = "GET / HTTP/1.1\r\nHost: a\r\nx: "
    #expect(HeadOutcome(start + String(repeating: "v", count: 199 - start.utf8.count), limits: limits) == .incomplete)
    #expect(HeadOutcome(start + String(repeating: "v", count: 200 - start.utf8.count), limits: limits).status == 431)
  }

  @Test func `a violation names the limit that was exceeded`() {
    guard case .violation(let violation) = HeadOutcome(head("a:\r\nb:\r\nc:\r\nd:\r\n"), limits: limits) else {
      Issue.record("not refused")
      return
    }
    #expect(violation.status == 431)
    #expect(violation.limit == 4)
  }

  @Test func `as many fields as the limit allows are accepted`() {
    #expect(HeadOutcome(head("a:\r\nb:\r\nc:\r\n"), limits: limits).head?.fields.count == 4)
  }

  @Test func `the default limits are the documented ones`() {
    let target = "/" + String(repeating: "a", count: 8_191)
    var parser = HTTPRequestParser()
    let bytes = Array(head(target: target).utf8)
    guard case .head(let head, _) = bytes.withUnsafeBytes({ parser.parseHead($0) }) else {
      Issue.record("refused")
      return
    }
    #expect(head.target.bytes.count == 8_192)
  }

  @Test func `a head that arrives byte by byte is read`() {
    let bytes = Array(head("x: \(String(repeating: "v", count: 15_000))\r\n").utf8)
    var parser = HTTPRequestParser()
    var results = 0
    bytes.withUnsafeBytes { buffer in
      for count in 1...buffer.count {
        if case .head = parser.parseHead(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { results += 1 }
      }
    }
    #expect(results == 1)
  }

  @Test func `heads that follow each other are read one by one`() {
    var parser = HTTPRequestParser()
    var bytes = Array((head(target: "/1", "A: 1\r\n") + head(target: "/2")).utf8)
    var targets: [String] = []
    while case .head(let head, let consumed) = bytes.withUnsafeBytes({ parser.parseHead($0) }) {
      targets.append(String(decoding: head.target.bytes, as: UTF8.self))
      bytes.removeFirst(consumed)
    }
    #expect(targets == ["/1", "/2"])
    #expect(bytes.isEmpty)
  }
}
