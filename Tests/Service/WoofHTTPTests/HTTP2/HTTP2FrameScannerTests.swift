// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTP2TestKit
@testable import WoofHTTP

@Suite struct HTTP2FrameScannerTests {
  private static let frames: [HTTP2Frame] = [
    .settings([(4, 1)]), .head(on: 1), .data("dogs", on: 0x8000_0003), .data([], on: 5, isLast: false), .reset(on: 7),
    .goAway(),
  ]
  private static let headers = [
    HTTP2FrameHeader(kind: .settings, count: 6, stream: 0, endsStream: false, endsHead: false),
    HTTP2FrameHeader(kind: .headers, count: HPACK.request().count, stream: 1, endsStream: true, endsHead: true),
    HTTP2FrameHeader(kind: .data, count: 4, stream: 3, endsStream: true, endsHead: false),
    HTTP2FrameHeader(kind: .data, count: 0, stream: 5, endsStream: false, endsHead: false),
    HTTP2FrameHeader(kind: .reset, count: 4, stream: 7, endsStream: false, endsHead: false),
    HTTP2FrameHeader(kind: .other, count: 8, stream: 0, endsStream: false, endsHead: false),
  ]
  private static let bytes = HTTP2Client.preface + frames.flatMap { $0.bytes() }

  /// The headers that are found in pieces, and the bytes that are handed on.
  private static func scan(pieceCount: Int) -> (headers: [HTTP2FrameHeader], bytes: [UInt8]) {
    var scanner = HTTP2FrameScanner()
    var (headers, handedOn): ([HTTP2FrameHeader], [UInt8]) = ([], [])
    for start in stride(from: 0, to: bytes.count, by: pieceCount) {
      var piece = bytes[start..<min(bytes.count, start + pieceCount)]
      piece = piece.dropFirst(piece.withUnsafeBytes { scanner.completeHeader(with: $0) })
      if let header = scanner.takeHeader() {
        headers.append(header.withUnsafeBytes { HTTP2FrameHeader($0) })
        handedOn += header
      }
      let result = piece.withUnsafeBytes { bytes in
        scanner.scan(bytes) { header in
          headers.append(header)
          return nil
        }
      }
      handedOn += piece.prefix(result.count)
    }
    return (headers, handedOn)
  }

  @Test(arguments: 1...80) func `the headers are found in pieces of any length, and nothing is lost`(pieceCount: Int) {
    let result = Self.scan(pieceCount: pieceCount)
    #expect(result.headers == Self.headers)
    #expect(result.bytes == Self.bytes)
  }

  @Test func `a scan ends before the frame that is at fault`() {
    var scanner = HTTP2FrameScanner()
    let result = Self.bytes.withUnsafeBytes { bytes in
      scanner.scan(bytes) { header in header.kind == .data ? .streamClosed : nil }
    }
    #expect(result.count == HTTP2Client.preface.count + Self.frames[..<2].flatMap { $0.bytes() }.count)
    #expect(result.code == .streamClosed)
  }
}
