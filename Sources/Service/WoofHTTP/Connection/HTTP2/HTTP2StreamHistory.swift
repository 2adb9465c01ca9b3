// SPDX-License-Identifier: Apache-2.0

/// Remembers which streams the client itself has ended or passed over, so that what it sends on them all the same is told
/// from what crosses a reset from here, which it cannot help (RFC 9113 §5.1), and how many frames a head has.
///
/// libnghttp2 ignores both alike once a stream is closed. Only the last streams are remembered, as the standard allows
/// but does not demand that older ones are told apart.
struct HTTP2StreamHistory: Hashable {
  /// The streams and the gaps that are remembered.
  static let count = 32

  /// The `CONTINUATION` frames that a head may have. At one more libnghttp2 is done with the connection, without a `GOAWAY`.
  static let continuationCount = 8

  private var lastStream: Int32 = -1
  private var isInHead = false
  private var foundContinuationCount = 0
  /// The last streams that the client has ended, by the end of its request or by a reset; the oldest is at `oldest` once
  /// there are ``count``.
  private var ended: [Int32] = []
  private var oldest = 0
  /// The last runs of numbers that no stream has, in their order.
  private var gaps: [ClosedRange<Int32>] = []

  /// Takes in a frame that begins; returns the code with which the connection has to end where no client may send it.
  mutating func began(_ frame: HTTP2FrameHeader) -> HTTP2ErrorCode? {
    if isInHead { return wentOn(with: frame) }
    if frame.kind == .headers {
      isInHead = !frame.endsHead
      foundContinuationCount = 0
    }
    switch frame.kind {
    // As the old priorities are off, libnghttp2 does not look at the frame at all (RFC 9113 §6.3).
    case .priority: return frame.stream == 0 ? .protocolError : nil
    case .headers where frame.stream > lastStream: open(frame.stream)
    case .headers, .data:
      if ended.contains(frame.stream) { return .streamClosed }
      // The numbers below that of a new stream are used up (RFC 9113 §5.1.1).
      if gaps.contains(where: { $0.contains(frame.stream) }) { return .protocolError }
    case .reset: end(frame.stream)
    default: break
    }
    if frame.endsStream, frame.kind == .headers || frame.kind == .data { end(frame.stream) }
    return nil
  }

  private mutating func wentOn(with frame: HTTP2FrameHeader) -> HTTP2ErrorCode? {
    // libnghttp2 takes nothing but the rest of a head that has begun.
    guard frame.kind == .continuation else { return nil }
    isInHead = !frame.endsHead
    foundContinuationCount += 1
    return foundContinuationCount > Self.continuationCount ? .enhanceYourCalm : nil
  }

  private mutating func open(_ stream: Int32) {
    // Even numbers are no business of a client, and refused by libnghttp2.
    guard !stream.isMultiple(of: 2) else { return }
    if stream > lastStream + 2 {
      if gaps.count == Self.count { gaps.removeFirst() }
      gaps.append(lastStream + 2...stream - 2)
    }
    lastStream = stream
  }

  private mutating func end(_ stream: Int32) {
    guard !ended.contains(stream) else { return }
    guard ended.count == Self.count else { return ended.append(stream) }
    ended[oldest] = stream
    oldest = (oldest + 1) % Self.count
  }
}
