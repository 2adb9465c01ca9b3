// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofHTTP

@Suite struct FieldLineTests {
  private func head(_ lines: String..., version: String = "1.1") -> HeadOutcome {
    HeadOutcome("GET / HTTP/\(version)\r\nHost: a\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n")
  }

  @Test func `names and values are found, without the whitespace around values`() {
    let fields = head("a:b", "C-1: \t d e\t f \t", "!#$%&'*+-.^_`|~:", "x:  ").head?.fields
    #expect(fields == ["Host=a", "a=b", "C-1=d e\t f", "!#$%&'*+-.^_`|~=", "x="])
  }

  @Test func `values can hold bytes above ASCII`() {
    #expect(head("x: Grüße, \u{1F415}").head?.fields.last == "x=Grüße, \u{1F415}")
  }

  @Test func `a look-up finds a field whatever its case`() {
    var parser = HTTPRequestParser()
    let bytes = Array("GET / HTTP/1.1\r\nhOsT: a\r\nIF-NONE-match: \"x\"\r\nif-none-Match: y\r\n\r\n".utf8)
    guard case .head(let head, _) = bytes.withUnsafeBytes({ parser.parseHead($0) }) else {
      Issue.record("no head")
      return
    }
    #expect(head.fields[.host] == "a")
    #expect(head.fields[.ifNoneMatch] == "\"x\"")
    #expect(head.fields.values(of: .ifNoneMatch) == ["\"x\"", "y"])
    #expect(head.fields.count(of: .ifNoneMatch) == 2)
    #expect(head.fields[.ifMatch] == nil)
    #expect(!head.fields.contains(.range))
  }

  @Test(arguments: [
    "a : b", "a\t: b", " a: b", "\ta: b", ": b", "a", "a b: c", "(a): b", "a\0: b", "é: b", "a\u{7F}: b", "\u{1}: b",
    "a;b: c", "a/b: c", "\"a\": b", "a@b: c", "[a]: b",
  ])
  func `a malformed name is refused`(line: String) {
    #expect(head(line).status == 400)
  }

  @Test func `a folded line is refused`() {
    #expect(head("a: b", " c").status == 400)
    #expect(head("a: b", "\tc: d").status == 400)
    #expect(head("a: b", " ").status == 400)
    #expect(HeadOutcome("GET / HTTP/1.1\r\n Host: a\r\n\r\n").status == 400)
  }

  @Test(arguments: (0...0x1F as ClosedRange<UInt8>).filter { $0 != 9 && $0 != 10 } + [0x7F])
  func `a control character in a value is refused anywhere`(control: UInt8) {
    for prefix in [0, 3, 7, 8, 15, 31] {
      let value = [UInt8](repeating: 0x61, count: prefix) + [control] + [0x62]
      #expect(
        HeadOutcome(Array("GET / HTTP/1.1\r\nHost: a\r\nx: ".utf8) + value + Array("\r\n\r\n".utf8)).status == 400)
    }
  }

  @Test(arguments: [
    "GET / HTTP/1.1\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n\n",
    "GET / HTTP/1.1\r\nHost: a\nContent-Length: 3\r\n\r\n", "GET / HTTP/1.1\r\n\nHost: a\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\n\r\r\n", "GET / HTTP/1.1\r\rHost: a\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\rb: c\r\n\r\n",
  ])
  func `a bare CR or LF is refused`(request: String) {
    #expect(HeadOutcome(request).status == 400)
  }

  @Test func `a request of version 1·1 has exactly one host`() {
    #expect(HeadOutcome("GET / HTTP/1.1\r\n\r\n").status == 400)
    #expect(HeadOutcome("GET / HTTP/1.1\r\nHosts: a\r\n\r\n").status == 400)
    #expect(head("Host: a").status == 400)
    #expect(head("HOST: b").status == 400)
    #expect(head("Host: a", version: "1.0").status == 400)
    #expect(HeadOutcome("GET / HTTP/1.0\r\n\r\n").head?.fields == [])
  }

  @Test func `a connection is kept unless a field or the version says otherwise`() {
    #expect(head().head?.keepsAlive == true)
    #expect(head("Connection: close").head?.keepsAlive == false)
    #expect(head("connection: Upgrade,\t, CLOSE ,x").head?.keepsAlive == false)
    #expect(head("Connection: closed, not-close").head?.keepsAlive == true)
    #expect(head("Connection: keep-alive", "Connection: close").head?.keepsAlive == false)
    #expect(head(version: "1.0").head?.keepsAlive == false)
    #expect(head("Connection: Keep-Alive", version: "1.0").head?.keepsAlive == true)
    #expect(head("Connection: keep-alive, close", version: "1.0").head?.keepsAlive == false)
  }

  @Test func `a client can wait for 100 Continue if there is a body`() {
    #expect(head("Expect: 100-Continue", "Content-Length: 1").head?.expectsContinue == true)
    #expect(head("Expect: 100-continue", "Transfer-Encoding: chunked").head?.expectsContinue == true)
    #expect(head("Expect: 100-continue", "Content-Length: 0").head?.expectsContinue == false)
    #expect(head("Expect: 100-continue").head?.expectsContinue == false)
    #expect(head("Expect: 100-continue", "Content-Length: 1", version: "1.0").head?.expectsContinue == false)
    #expect(head("Content-Length: 1").head?.expectsContinue == false)
  }

  @Test(arguments: [
    "101-continue", "100-continue, x", "100-continue;a=b", "100-continue=1", "100-continue 100-continue",
  ])
  func `an unknown expectation is refused`(value: String) {
    #expect(head("Expect: \(value)", "Content-Length: 1").status == 417)
  }

  @Test(arguments: ["100-continue, 100-continue", "100-Continue,100-continue", ", 100-continue ,"])
  func `an expectation can be repeated in its list`(value: String) {
    #expect(head("Expect: \(value)", "Content-Length: 1").head?.expectsContinue == true)
  }

  @Test func `an expectation can come in several fields`() {
    #expect(
      head("Expect: 100-continue", "Expect: 100-continue", "Content-Length: 1").head?.expectsContinue == true)
    #expect(head("Expect: 100-continue", "Expect: x", "Content-Length: 1").status == 417)
  }

  @Test func `an empty list of expectations asks for nothing`() {
    #expect(head("Expect: ", "Content-Length: 1").head?.expectsContinue == false)
    #expect(head("Expect: ,", "Content-Length: 1").head?.expectsContinue == false)
  }
}
