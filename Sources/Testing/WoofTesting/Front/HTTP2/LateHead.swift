// SPDX-License-Identifier: Apache-2.0

/// A head in a frame that no end of HTTP/2 may send: on a stream that has ended.
///
/// Its fields are literals that no table remembers (RFC 7541 §6.2.2), so that heads before and after it are read as if it
/// had never been.
enum LateHead {
  private static let headers: UInt8 = 0x1
  private static let endsHead: UInt8 = 0x4

  /// The bytes of the frame.
  static func frame(of head: ResponseHead, on stream: Int32) -> [UInt8] {
    var payload: [UInt8] = []
    for field in [MessageField(":status", "\(head.status)")] + head.fields {
      payload.append(0)
      payload += literal(field.name)
      payload += literal(field.value)
    }
    var frame = Array(bigEndian(UInt32(clamping: payload.count)).dropFirst())
    frame += [headers, endsHead]
    frame += bigEndian(UInt32(clamping: stream))
    return frame + payload
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// A string as it stands, after its length (RFC 7541 §5.2).
  private static func literal(_ text: String) -> [UInt8] {
    var rest = text.utf8.count
    guard rest >= 0x7F else { return [UInt8(rest)] + Array(text.utf8) }
    var length: [UInt8] = [0x7F]
    rest -= 0x7F
    while rest >= 0x80 {
      length.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return length + [UInt8(rest)] + Array(text.utf8)
  }
}
