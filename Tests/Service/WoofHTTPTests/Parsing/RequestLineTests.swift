// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofHTTP

@Suite struct RequestLineTests {
  private func head(_ line: String) -> HeadOutcome { HeadOutcome("\(line)\r\nHost: woof.example\r\n\r\n") }

  @Test func `a head is read with its method, path, query and fields`() {
    let request = "GET /v1/photos?limit=3&x HTTP/1.1\r\nHost: a:9663\r\nAccept:  */*\t \r\nX-Empty:\r\n\r\n"
    let outcome = HeadOutcome(request + "rest")
    let head = outcome.head
    #expect(head?.method == .get)
    #expect(head?.target == "/v1/photos?limit=3&x")
    #expect(head?.path == "/v1/photos")
    #expect(head?.query == "limit=3&x")
    #expect(head?.minorVersion == 1)
    #expect(head?.fields == ["Host=a:9663", "Accept=*/*", "X-Empty="])
    #expect(head?.wire == "Host: a:9663\r\nAccept:  */*\t \r\nX-Empty:\r\n")
    guard case .head(_, let consumed) = outcome else { return }
    #expect(consumed == request.utf8.count)
  }

  @Test(arguments: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
  func `the common methods are known`(token: String) {
    #expect(head("\(token) / HTTP/1.1").head?.method == HTTPMethod(token: token.utf8))
    #expect(head("\(token) / HTTP/1.1").head?.method != .other(token))
  }

  @Test(arguments: ["get", "GETS", "G", "PROPFIND", "M-SEARCH", "X!#$%&'*+-.^_`|~9"])
  func `any other token is accepted as a method`(token: String) {
    #expect(head("\(token) / HTTP/1.1").head?.method == .other(token))
  }

  @Test func `a method that is too long is not implemented`() {
    #expect(head(String(repeating: "A", count: 32) + " / HTTP/1.1").status == nil)
    #expect(head(String(repeating: "A", count: 33) + " / HTTP/1.1").status == 501)
  }

  @Test(arguments: [
    "GET", "GET ", "GET /", "GET / ", "GET  / HTTP/1.1", "GET /  HTTP/1.1", "GET / HTTP/1.1 ", "GET\t/ HTTP/1.1",
    "GET /\tHTTP/1.1", " GET / HTTP/1.1", "GET / HTTP /1.1", "G(T / HTTP/1.1", "GET / / HTTP/1.1", ": / HTTP/1.1",
    "GET HTTP/1.1", "GET / http/1.1", "GET / HTTP/1.1x", "GET / HTTP/11", "GET / HTTP/1,1", "GET / HTTP/x.1",
    "GET / HTTP/1.x", "GET / HTTP/01.1", "GET / HTTP/1.10", "GET / HTTPS/1.1", "GET / \0TTP/1.1",
  ])
  func `a malformed request line is refused`(line: String) {
    #expect(head(line).status == 400)
  }

  @Test(arguments: ["HTTP/2.0", "HTTP/0.9", "HTTP/1.2", "HTTP/3.1", "HTTP/9.9"])
  func `another version is not supported`(version: String) {
    #expect(head("GET / \(version)").status == 505)
  }

  @Test func `the preface of HTTP 2 is not supported`() {
    #expect(HeadOutcome("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").status == 505)
  }

  @Test func `a TLS handshake is refused at its first byte`() {
    let outcome = HeadOutcome([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xFC, 0x03, 0x03])
    #expect(outcome.status == 400)
    guard case .violation(let violation) = outcome else { return }
    #expect(violation.reason.contains("TLS"))
    #expect(HeadOutcome([0x16]) == outcome)
  }

  @Test(arguments: [0x00, 0x0A, 0x20, 0x7F, 0x80, 0xFF] as [UInt8])
  func `a byte that cannot start a method is refused at once`(byte: UInt8) {
    #expect(HeadOutcome([byte]).status == 400)
  }

  @Test func `one or two empty lines before the request are skipped`() {
    let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    #expect(HeadOutcome("\r\n" + request).head == HeadOutcome(request).head)
    #expect(HeadOutcome("\r\n\r\n" + request).head == HeadOutcome(request).head)
    #expect(HeadOutcome("\r\n\r\n\r\n" + request).status == 400)
    #expect(HeadOutcome("\n" + request).status == 400)
    #expect(HeadOutcome("\r" + request).status == 400)
  }

  @Test func `an incomplete head needs more`() {
    for count in 0..<27 {
      #expect(HeadOutcome(String("GET / HTTP/1.1\r\nHost: a\r\n\r\n".unicodeScalars.prefix(count))) == .incomplete)
    }
  }
}
