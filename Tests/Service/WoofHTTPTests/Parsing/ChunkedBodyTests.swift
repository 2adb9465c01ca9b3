// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofHTTP

/// What a decoder made of some bytes, comparable.
private struct ChunkedOutcome: Equatable {
  var data: [UInt8] = []
  var violation: HTTPViolation?
  /// How many bytes the body took, where it has ended.
  var endOffset: Int?

  init(_ pieces: [[UInt8]], _ limits: HTTPParserLimits) {
    var decoder = HTTPChunkedDecoder(limits: limits)
    var pending: [UInt8] = []
    var total = 0
    for piece in pieces {
      pending += piece
      feeding: while true {
        switch pending.withUnsafeBytes({ decoder.decode($0) }) {
        case .needsMore(let consumed):
          pending.removeFirst(consumed)
          total += consumed
          break feeding
        case .data(let range, let consumed):
          data += pending[range]
          pending.removeFirst(consumed)
          total += consumed
        case .end(let consumed):
          endOffset = total + consumed
          return
        case .violation(let violation):
          self.violation = violation
          return
        }
      }
    }
  }
}

@Suite struct ChunkedBodyTests {
  private func decode(_ text: String, limits: HTTPParserLimits = HTTPParserLimits()) -> ChunkedOutcome {
    outcomeOfEveryChunking(of: Array(text.utf8)) { ChunkedOutcome($0, limits) }
  }

  private func status(_ text: String, limits: HTTPParserLimits = HTTPParserLimits()) -> Int? {
    decode(text, limits: limits).violation?.status.code
  }

  @Test func `chunks are joined, and bytes after the body are left alone`() {
    let outcome = decode("4\r\nWiki\r\n0A\r\npedia\r\n in\r\n0\r\n\r\nGET /")
    #expect(String(decoding: outcome.data, as: UTF8.self) == "Wikipedia\r\n in")
    #expect(outcome.endOffset == 9 + 4 + 10 + 2 + 5)
  }

  @Test func `a body can be empty`() {
    #expect(decode("0\r\n\r\n").endOffset == 5)
    #expect(decode("000\r\n\r\n").endOffset == 7)
    #expect(decode("0\r\n\r\n").data.isEmpty)
  }

  @Test func `sizes are hexadecimal in either case`() {
    let text = String(repeating: "x", count: 0xAB)
    #expect(decode("aB\r\n\(text)\r\n0\r\n\r\n").data.count == 0xAB)
  }

  @Test func `a truncated body stays incomplete`() {
    let whole = "3;a=b\r\nabc\r\n0;c\r\nT: v\r\n\r\n"
    for count in 0..<whole.utf8.count {
      let outcome = decode(String(whole.unicodeScalars.prefix(count)))
      #expect(outcome.endOffset == nil)
      #expect(outcome.violation == nil)
    }
    #expect(decode(whole).endOffset == whole.utf8.count)
  }

  @Test(arguments: [
    "\r\n", ";", "g\r\n", "-1\r\n", "+1\r\n", "0x1\r\n", " 1\r\n", "\t1\r\n", "1 \r\n", "1\t\r\n", "1 2\r\n", "1,\r\n",
    "1\n", "1\r\r\n", "1\rx", "1.0\r\n", "\0\r\n", "1\0\r\n", "1\u{7F}", "０\r\n", "1 ;\u{0}\r\n", "1=2\r\n",
  ])
  func `a malformed size is refused`(line: String) {
    #expect(status(line) == 400)
  }

  @Test(arguments: [
    "8000000000000000\r\n", "FFFFFFFFFFFFFFFF\r\n", "10000000000000000\r\n", "1000000000000000000001\r\n",
  ])
  func `a size that overflows is refused`(line: String) {
    #expect(status(line) == 400)
  }

  @Test func `the largest size that fits is accepted`() {
    let outcome = decode("7FFFFFFFFFFFFFFF\r\nab")
    #expect(outcome.violation == nil)
    #expect(outcome.data == Array("ab".utf8))
  }

  @Test(arguments: ["1\r\nab\r\n", "1\r\na\n", "1\r\na\rb", "1\r\na0\r\n\r\n", "2\r\na\r\n0\r\n\r\n", "1\r\na\r\r\n"])
  func `data that is longer or shorter than its size is refused`(body: String) {
    #expect(status(body) == 400)
  }

  @Test func `extensions are skipped`() {
    let outcome = decode("1;a\r\nx\r\n1 \t;a=b;c=\"d;\té\"\r\ny\r\n0;z\r\n\r\n")
    #expect(outcome.data == Array("xy".utf8))
    #expect(outcome.endOffset != nil)
  }

  @Test(arguments: ["1;a\n", "1;\0\r\n", "1;a=\"\r\"\r\n", "1;a=\"\n\"\r\n", "1;\u{7F}\r\n"])
  func `an extension that holds a control character is refused`(line: String) {
    #expect(status(line) == 400)
  }

  @Test func `the length of a chunk line is limited`() {
    let limits = HTTPParserLimits(chunkLineByteCount: 10)
    #expect(decode("1;234567\r\nx", limits: limits).data == Array("x".utf8))
    #expect(status("1;2345678\r\nx", limits: limits) == 400)
    #expect(status("00000000000\r\n\r\n", limits: limits) == 400)
    #expect(status("1          ", limits: limits) == 400)
  }

  @Test func `the total length of a body's extensions is limited`() {
    let limits = HTTPParserLimits(chunkExtensionByteCount: 10)
    let chunk = "1;abcd\r\nx\r\n"
    #expect(decode(chunk + chunk, limits: limits).data == Array("xx".utf8))
    #expect(status(chunk + chunk + chunk, limits: limits) == 400)
  }

  @Test func `trailer fields are checked and dropped`() {
    let body = "0\r\nA: b\r\nC:\r\nContent-Length: 7\r\n\r\n"
    #expect(decode(body + "GET").endOffset == body.utf8.count)
  }

  @Test(arguments: [": b", "a b: c", " a: b", "a", "a : b", "a: \0", "a: b\n", "a: b\rc", "\n", "\rx", "é: a"])
  func `a malformed trailer is refused`(line: String) {
    #expect(status("0\r\n\(line)\r\n\r\n") == 400)
  }

  @Test func `the trailers are limited`() {
    let limits = HTTPParserLimits(trailerByteCount: 10)
    #expect(decode("0\r\nA: bcd\r\n\r\n", limits: limits).endOffset == 13)
    #expect(status("0\r\nA: bcde\r\n\r\n", limits: limits) == 431)
    #expect(status("0\r\nA: bcdefghijkl", limits: limits) == 431)
  }

  @Test func `a decoder that has refused continues to refuse`() {
    var decoder = HTTPChunkedDecoder()
    let first = Array("x".utf8).withUnsafeBytes { decoder.decode($0) }
    let second = Array("0\r\n\r\n".utf8).withUnsafeBytes { decoder.decode($0) }
    #expect(first == second)
  }
}
