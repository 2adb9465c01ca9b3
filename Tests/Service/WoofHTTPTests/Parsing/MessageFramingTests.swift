// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofHTTP

/// Requests whose body two parsers could see end in different places.
@Suite struct MessageFramingTests {
  private func head(_ lines: String..., version: String = "1.1") -> HeadOutcome {
    HeadOutcome("POST / HTTP/\(version)\r\nHost: a\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n")
  }

  @Test func `without a length there is no body`() {
    #expect(head().head?.framing == BodyFraming.none)
  }

  @Test(arguments: [
    ("0", 0), ("1", 1), ("00012", 12), ("9223372036854775807", Int64.max), ("0000000000000000000000007", 7),
  ])
  func `a length is a decimal number`(value: String, length: Int64) {
    #expect(head("Content-Length: \(value)").head?.framing == .length(length))
    #expect(head("content-LENGTH:\t\(value) ").head?.framing == .length(length))
  }

  @Test(arguments: ["", "-1", "+1", "1.0", "1e3", "0x10", "1 2", "1,1", "1, 1", "1;", "a", "١", "1\u{0B}", "\"1\""])
  func `a malformed length is refused`(value: String) {
    #expect(head("Content-Length: \(value)").status == 400)
  }

  @Test(arguments: ["9223372036854775808", "18446744073709551616", "99999999999999999999999999999999"])
  func `a length that overflows is refused`(value: String) {
    #expect(head("Content-Length: \(value)").status == 413)
  }

  @Test func `a second length is refused, even the same one`() {
    #expect(head("Content-Length: 3", "Content-Length: 3").status == 400)
    #expect(head("Content-Length: 3", "Content-Length: 4").status == 400)
    #expect(head("Content-Length: 0", "content-length: 3").status == 400)
  }

  @Test func `chunked is recognised in any case`() {
    #expect(head("Transfer-Encoding: chunked").head?.framing == .chunked)
    #expect(head("transfer-encoding:  CHUNKED\t").head?.framing == .chunked)
  }

  @Test(arguments: [
    "gzip", "identity", "gzip, chunked", "chunked, gzip", "chunked, chunked", "xchunked", "chunkedx", "chunked;a=b",
    "\"chunked\"", "chunked,", ",chunked", "chun ked",
  ])
  func `any other transfer coding is not implemented`(value: String) {
    #expect(head("Transfer-Encoding: \(value)").status == 501)
  }

  @Test func `an empty or repeated transfer encoding is refused`() {
    #expect(head("Transfer-Encoding:").status == 400)
    #expect(head("Transfer-Encoding: chunked", "Transfer-Encoding: chunked").status == 400)
    #expect(head("Transfer-Encoding: chunked", "Transfer-Encoding: identity").status == 400)
  }

  @Test func `a length and a transfer encoding together are refused in either order`() {
    #expect(head("Content-Length: 3", "Transfer-Encoding: chunked").status == 400)
    #expect(head("Transfer-Encoding: chunked", "Content-Length: 3").status == 400)
    #expect(head("Transfer-Encoding: chunked", "Content-Length: 0").status == 400)
  }

  @Test func `a transfer encoding in HTTP 1·0 is refused`() {
    #expect(head("Transfer-Encoding: chunked", version: "1.0").status == 400)
  }

  @Test(arguments: [
    "Transfer-Encoding : chunked", " Transfer-Encoding: chunked", "Transfer-Encoding\u{0B}: chunked",
    "X: y\n Transfer-Encoding: chunked", "Transfer-Encoding:\u{0B}chunked", "Transfer-Encoding:\r chunked",
    "X: y\rTransfer-Encoding: chunked", "Transfer-Encoding\0: chunked", "Content-Length: 3\0",
  ])
  func `a disguised framing field is refused`(line: String) {
    #expect(head("Content-Length: 3", line).status == 400)
  }

  @Test func `a field with a name like a framing field frames nothing`() {
    #expect(
      head("Transfer_Encoding: chunked", "Content_Length: 3", "Content-Lengths: 4").head?.framing == BodyFraming.none)
  }
}
