// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofHTTP

@Suite struct HTTP2StreamHistoryTests {
  private static func frame(
    _ kind: HTTP2FrameHeader.Kind, _ stream: Int32, isLast: Bool = false, endsHead: Bool = true
  ) -> HTTP2FrameHeader {
    HTTP2FrameHeader(kind: kind, count: 5, stream: stream, endsStream: isLast, endsHead: endsHead)
  }

  @Test func `streams that the client opens in order are none of its faults`() {
    var history = HTTP2StreamHistory()
    for stream in stride(from: Int32(1), to: 1_000, by: 2) {
      #expect(history.began(Self.frame(.headers, stream)) == nil)
      #expect(history.began(Self.frame(.data, stream)) == nil)
      #expect(history.began(Self.frame(.data, stream, isLast: true)) == nil)
      #expect(history.began(Self.frame(.reset, stream)) == nil)
    }
  }

  @Test(arguments: [HTTP2FrameHeader.Kind.headers, .data], [HTTP2FrameHeader.Kind.headers, .data, .reset])
  func `what carries contents on a stream that the client has ended is its fault`(
    kind: HTTP2FrameHeader.Kind, last: HTTP2FrameHeader.Kind
  ) {
    var history = HTTP2StreamHistory()
    #expect(history.began(Self.frame(.headers, 1)) == nil)
    #expect(history.began(Self.frame(kind, 1)) == nil)
    #expect(history.began(Self.frame(last, 1, isLast: true)) == nil)
    #expect(history.began(Self.frame(kind, 1)) == .streamClosed)
    for other in [HTTP2FrameHeader.Kind.priority, .reset, .windowUpdate] {
      #expect(history.began(Self.frame(other, 1)) == nil)
    }
  }

  @Test(arguments: [HTTP2FrameHeader.Kind.headers, .data])
  func `a number that was passed over cannot be used any more`(kind: HTTP2FrameHeader.Kind) {
    var history = HTTP2StreamHistory()
    #expect(history.began(Self.frame(.headers, 5)) == nil)
    #expect(history.began(Self.frame(.headers, 9)) == nil)
    for passed in [Int32(1), 3, 7] { #expect(history.began(Self.frame(kind, passed)) == .protocolError) }
    for used in [Int32(5), 9] { #expect(history.began(Self.frame(kind, used)) == nil) }
  }

  @Test func `the last streams and gaps are remembered, and older ones forgotten`() {
    var history = HTTP2StreamHistory()
    let streams = (0...HTTP2StreamHistory.count).map { Int32(4 * $0 + 1) }
    for stream in streams + [streams.count * 4 + 1].map(Int32.init) {
      #expect(history.began(Self.frame(.headers, stream)) == nil)
    }
    for stream in streams { #expect(history.began(Self.frame(.reset, stream)) == nil) }
    #expect(history.began(Self.frame(.data, streams[0])) == nil)
    #expect(streams.dropFirst().allSatisfy { history.began(Self.frame(.data, $0)) == .streamClosed })
    #expect(history.began(Self.frame(.headers, streams[0] + 2)) == nil)
    #expect(streams.dropFirst().allSatisfy { history.began(Self.frame(.headers, $0 + 2)) == .protocolError })
  }

  @Test func `nothing is said about what comes in the middle of a head`() {
    var history = HTTP2StreamHistory()
    #expect(history.began(Self.frame(.headers, 1, isLast: true, endsHead: false)) == nil)
    #expect(history.began(Self.frame(.data, 1)) == nil)
    #expect(history.began(Self.frame(.continuation, 1, endsHead: false)) == nil)
    #expect(history.began(Self.frame(.data, 1)) == nil)
    #expect(history.began(Self.frame(.continuation, 1)) == nil)
    #expect(history.began(Self.frame(.data, 1)) == .streamClosed)
  }

  @Test func `a head of too many frames is the client's fault, and each head has as many`() {
    var history = HTTP2StreamHistory()
    let continuation = Self.frame(.continuation, 1, endsHead: false)
    for stream in [Int32(1), 3] {
      #expect(history.began(Self.frame(.headers, stream, endsHead: false)) == nil)
      for _ in 1..<HTTP2StreamHistory.continuationCount { #expect(history.began(continuation) == nil) }
      #expect(history.began(Self.frame(.continuation, stream)) == nil)
    }
    #expect(history.began(Self.frame(.headers, 5, endsHead: false)) == nil)
    for _ in 0..<HTTP2StreamHistory.continuationCount { #expect(history.began(continuation) == nil) }
    #expect(history.began(continuation) == .enhanceYourCalm)
  }

  @Test func `a priority of the connection is the client's fault`() {
    var history = HTTP2StreamHistory()
    #expect(history.began(Self.frame(.priority, 0)) == .protocolError)
    #expect(history.began(Self.frame(.priority, 7)) == nil)
    #expect(history.began(Self.frame(.priorityUpdate, 0)) == nil)
  }
}
