// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofHTTP

@Suite struct HTTP1BodyDecoderTests {
  private func decode(
    _ text: String, _ decoder: inout HTTP1BodyDecoder
  ) throws(HTTPBodyError) -> HTTP1BodyDecoder.Step {
    let bytes = Array(text.utf8)
    let result: Result<HTTP1BodyDecoder.Step, HTTPBodyError> = bytes.withUnsafeBytes { bytes in
      Result { () throws(HTTPBodyError) in try decoder.decode(bytes) }
    }
    return try result.get()
  }

  @Test func `a body of known length ends at its length, and leaves the next request`() throws {
    var decoder = HTTP1BodyDecoder(.length(5), limits: HTTPParserLimits())
    #expect(decoder.announcedCount == 5)
    #expect(try decode("abc", &decoder) == .bytes(0..<3, consumed: 3))
    #expect(decoder.remainingCount == 2)
    #expect(try decode("", &decoder) == .needsMore(consumed: 0))
    #expect(try decode("deGET /", &decoder) == .bytes(0..<2, consumed: 2))
    #expect(decoder.hasEnded)
    #expect(try decode("GET /", &decoder) == .ended(consumed: 0))
  }

  @Test func `a body of no bytes has ended before anything comes`() {
    #expect(HTTP1BodyDecoder(.length(0), limits: HTTPParserLimits()).hasEnded)
    #expect(HTTP1BodyDecoder(.none, limits: HTTPParserLimits()).hasEnded)
  }

  @Test func `a chunked body ends with its last chunk`() throws {
    var decoder = HTTP1BodyDecoder(.chunked, limits: HTTPParserLimits())
    #expect(decoder.announcedCount == nil && decoder.remainingCount == nil)
    #expect(try decode("3\r\nabc", &decoder) == .bytes(3..<6, consumed: 6))
    #expect(try decode("\r\n0\r\n\r\nGET", &decoder) == .ended(consumed: 7))
    #expect(decoder.hasEnded)
  }

  @Test func `broken framing fails for good`() {
    var decoder = HTTP1BodyDecoder(.chunked, limits: HTTPParserLimits())
    #expect(throws: HTTPBodyError.self) { try decode("x", &decoder) }
    #expect(throws: HTTPBodyError.self) { try decode("0\r\n\r\n", &decoder) }
    #expect(decoder.failure != nil && !decoder.hasEnded)
  }

  @Test func `bytes that were taken elsewhere count`() throws {
    var decoder = HTTP1BodyDecoder(.length(5), limits: HTTPParserLimits())
    decoder.skip(3)
    #expect(decoder.remainingCount == 2)
    decoder.skip(2)
    #expect(decoder.hasEnded)
  }
}
