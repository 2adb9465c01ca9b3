// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofTesting

struct BodyFramesTests {
  /// Hands bytes over in pieces of a size, and gives the body and how many bytes belonged to it.
  private func read(_ bytes: [UInt8], _ length: BodyLength, pieces size: Int) -> (body: [UInt8], rest: [UInt8])? {
    var frames = BodyFrames(length)
    var (body, waiting): ([UInt8], [UInt8]) = ([], [])
    var start = 0
    while start < bytes.count, !frames.isOver {
      waiting += bytes[start..<min(start + size, bytes.count)]
      start += size
      let (data, consumed) = frames.take(waiting)
      if frames.isBroken { return nil }
      body += data
      waiting.removeFirst(consumed)
    }
    return frames.isOver ? (body, waiting + bytes[min(start, bytes.count)...]) : nil
  }

  @Test(arguments: 1...40) func `a chunked body is the same in pieces of any size`(size: Int) throws {
    let bytes = Array("5\r\nhello\r\n1;x=y\r\n \r\n5\r\nworld\r\n0\r\nA: b\r\n\r\nGET /".utf8)
    let (body, rest) = try #require(read(bytes, .chunked, pieces: size))
    #expect(body == Array("hello world".utf8))
    #expect(rest == Array("GET /".utf8))
  }

  @Test(arguments: 1...12) func `a body of known length ends there`(size: Int) throws {
    let (body, rest) = try #require(read(Array("0123456789".utf8), .length(7), pieces: size))
    #expect(body == Array("0123456".utf8))
    #expect(rest == Array("789".utf8))
  }

  @Test func `an absent body ends before it begins`() {
    #expect(BodyFrames(.none).isOver)
    #expect(BodyFrames(.length(0)).isOver)
    #expect(!BodyFrames(.untilClose).isOver)
  }

  @Test func `broken framing is detected`() {
    var frames = BodyFrames(.chunked)
    _ = frames.take(Array("zz\r\n".utf8))
    #expect(frames.isBroken)
  }

  @Test func `random bytes never give more bytes than came in`() {
    let random = SeededRandom(1)
    for _ in 0..<500 {
      var frames = BodyFrames(.chunked)
      let bytes = random.bytes(random.number(in: 0..<60)).map {
        $0 % 3 == 0 ? $0 : Array("0123af\r\n;".utf8)[Int($0) % 9]
      }
      let (data, consumed) = frames.take(bytes)
      #expect(data.count <= bytes.count && consumed <= bytes.count)
    }
  }

  @Test func `a body that is framed again is the same body`() throws {
    let framed = BodyFrames.frame(Array("abc".utf8), as: .chunked) + BodyFrames.end(of: .chunked)
    #expect(try #require(read(framed, .chunked, pieces: 2)).body == Array("abc".utf8))
    #expect(BodyFrames.frame([], as: .chunked).isEmpty)
  }
}
