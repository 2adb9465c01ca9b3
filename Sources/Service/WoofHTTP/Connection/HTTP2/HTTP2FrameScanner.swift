// SPDX-License-Identifier: Apache-2.0

/// The header of a frame (RFC 9113 §4.1).
package struct HTTP2FrameHeader: Hashable {
  /// A type of frame, as the rules and limits of this end tell them apart.
  enum Kind: Hashable {
    case data, headers, priority, priorityUpdate, reset, settings, ping, windowUpdate, continuation, other
  }

  /// The bytes of a header.
  static let byteCount = 9

  let kind: Kind
  /// The bytes of the payload.
  let count: Int
  let stream: Int32
  /// `true` if the frame is the last of its stream. Meaningless for frames that are no `DATA` and no `HEADERS`.
  let endsStream: Bool
  /// `true` if the frame is the last of its head. Meaningless for frames that are no `HEADERS` and no `CONTINUATION`.
  let endsHead: Bool
}

extension HTTP2FrameHeader {
  /// Reads a header; there have to be ``byteCount`` bytes.
  init(_ bytes: UnsafeRawBufferPointer) {  // lent for this call
    kind =
      switch bytes[3] {
      case 0x0: .data
      case 0x1: .headers
      case 0x2: .priority
      case 0x3: .reset
      case 0x4: .settings
      case 0x6: .ping
      case 0x8: .windowUpdate
      case 0x9: .continuation
      case 0x10: .priorityUpdate
      default: .other
      }
    count = Int(bytes[0]) << 16 | Int(bytes[1]) << 8 | Int(bytes[2])
    endsStream = bytes[4] & 0x1 != 0
    endsHead = bytes[4] & 0x4 != 0
    let number = bytes[5..<9].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    stream = Int32(truncatingIfNeeded: number & 0x7fff_ffff)
  }
}

/// Finds the headers of the frames in what a client sends, whatever pieces it comes in.
///
/// libnghttp2 does not tell of frames that it ignores, and takes each piece of the header of a `CONTINUATION` for one more
/// such frame, of which it allows eight. So a header is handed on when it is whole, and looked at before.
struct HTTP2FrameScanner: Hashable {
  /// The bytes to the next header; the preface (RFC 9113 §3.4) counts as the first of them.
  private var skippedCount = 24
  /// The bytes of a header that has begun.
  private var held: [UInt8] = []

  /// Completes a header that has begun, and returns how many of the bytes that takes.
  mutating func completeHeader(with bytes: UnsafeRawBufferPointer) -> Int {
    guard !held.isEmpty else { return 0 }
    let missing = bytes.prefix(HTTP2FrameHeader.byteCount - held.count)
    held.append(contentsOf: missing)
    return missing.count
  }

  /// Hands over the bytes of a header that had begun and is complete now; `nil` where there is none.
  mutating func takeHeader() -> [UInt8]? {
    guard held.count == HTTP2FrameHeader.byteCount else { return nil }
    defer { held.removeAll(keepingCapacity: true) }
    skippedCount = held.withUnsafeBytes { HTTP2FrameHeader($0).count }
    return held
  }

  /// Calls `began` for each whole header in the bytes, until it gives an error code. Returns how many bytes there are
  /// before the header of that frame, or before one that is not whole, which is held until it is.
  mutating func scan(
    _ bytes: UnsafeRawBufferPointer, began: (HTTP2FrameHeader) -> HTTP2ErrorCode?
  ) -> (count: Int, code: HTTP2ErrorCode?) {
    var offset = 0
    while offset < bytes.count {
      let skipped = min(skippedCount, bytes.count - offset)
      skippedCount -= skipped
      offset += skipped
      let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
      guard skippedCount == 0, rest.count >= HTTP2FrameHeader.byteCount else {
        if skippedCount == 0 { held.append(contentsOf: rest) }
        break
      }
      let header = HTTP2FrameHeader(rest)
      if let code = began(header) { return (offset, code) }
      offset += HTTP2FrameHeader.byteCount
      skippedCount = header.count
    }
    return (offset, nil)
  }
}
