// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofHTTP

@Suite struct RequestTargetTests {
  private func head(_ target: String, method: String = "GET", host: String = "woof.example") -> HeadOutcome {
    HeadOutcome("\(method) \(target) HTTP/1.1\r\nAccept: */*\r\nHost: \(host)\r\nTE: x\r\n\r\n")
  }

  @Test(arguments: [
    "/", "//", "/a/../b", "/a%2Fb", "/a%zz", "/~a-._!$&'()*+,;=:@/?/?:@!$&'()*+,;=", "/?", "/?a?b", "/" + "x%41",
  ])
  func `a target in origin form is kept as it was sent`(target: String) {
    #expect(head(target).head?.target == target)
  }

  @Test func `only the first question mark starts the query`() {
    #expect(head("/a?b?c").head?.path == "/a")
    #expect(head("/a?b?c").head?.query == "b?c")
    #expect(head("/a?").head?.query == "")
    #expect(head("/a").head?.query == nil)
  }

  @Test(arguments: [
    "/\"", "/#", "/a#b", "/<", "/>", "/[", "/\\", "/]", "/^", "/`", "/{", "/|", "/}", "/\u{7F}", "/é", "/\u{1}", "/\0",
    "/a\rb", "/a\u{B}b",
  ])
  func `a character that must be encoded is refused`(target: String) {
    #expect(head(target).status == 400)
  }

  @Test func `a bare CR in a target is refused`() {
    #expect(HeadOutcome("GET /\r HTTP/1.1\r\nHost: a\r\n\r\n").status == 400)
  }

  @Test(arguments: ["a", "a/b", "woof.example:80", "?a", "ftp://a/", "http:/a", "http://", "http:///a", "*", "**", ":"])
  func `a target of any other form is refused`(target: String) {
    #expect(head(target).status == 400)
  }

  @Test func `an asterisk is accepted for OPTIONS only`() {
    #expect(head("*", method: "OPTIONS").head?.target == "*")
    #expect(head("*", method: "POST").status == 400)
    #expect(head("*?a", method: "OPTIONS").status == 400)
  }

  @Test func `CONNECT is not implemented`() {
    #expect(head("woof.example:443", method: "CONNECT").status == 501)
  }

  @Test(arguments: ["http", "https", "HTTP"])
  func `an absolute target becomes a path, and its authority the host`(scheme: String) {
    let head = head("\(scheme)://other.example:8080/a?b=http://c/").head
    #expect(head?.target == "/a?b=http://c/")
    #expect(head?.path == "/a")
    #expect(head?.fields == ["Host=other.example:8080", "Accept=*/*", "TE=x"])
  }

  @Test func `an absolute target without a path means the root`() {
    #expect(head("http://a").head?.target == "/")
    #expect(head("http://a?b").head?.target == "/?b")
    #expect(head("http://a", method: "OPTIONS").head?.target == "*")
    #expect(head("http://a/", method: "OPTIONS").head?.target == "/")
  }

  @Test(arguments: ["http://u@a/", "http://u:p@a/", "http://a:b/", "http://a:70000/", "http://[::1/", "http://:80/"])
  func `an absolute target with a bad authority is refused`(target: String) {
    #expect(head(target).status == 400)
  }

  @Test func `an absolute target still requires Host`() {
    #expect(HeadOutcome("GET http://a/ HTTP/1.1\r\n\r\n").status == 400)
  }

  @Test(arguments: [
    "a", "A.b-c_d~e", "127.0.0.1:9663", "a:", "a:65535", "[::1]", "[::1]:80", "[fe80::1.2.3.4]", "%C3%A9",
  ])
  func `a host is a name or an address, with an optional port`(host: String) {
    #expect(head("/", host: host).head?.fields.contains("Host=\(host)") == true)
  }

  @Test(arguments: [
    "", " ", "a b", "a,b c", "a:b", "a:1:2", "a:65536", "a:100000", ":80", "a/b", "a?b", "a#b", "u@a", "[]", "[::1",
    "::1", "[::1]80", "[::g]", "[::1]x", "[::1%25eth0]", "%", "%4", "%zz", "a\\b", "é", "a\"",
  ])
  func `a malformed host is refused`(host: String) {
    #expect(head("/", host: host).status == 400)
  }
}
