// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTPSemantics
internal import WoofSystem

/// The grammar of `Host` and of the authority of an absolute target: `uri-host [":" port]` (RFC 9110 §4.2, §7.2).
/// User information and an empty host are refused.
enum HTTPAuthority {
  /// Returns `true` if the bytes in `range` are an authority.
  static func isValid(_ bytes: RawSpan, _ range: Range<Int>) -> Bool {
    guard !range.isEmpty else { return false }
    guard let hostEnd = hostEnd(bytes, range) else { return false }
    guard hostEnd < range.upperBound else { return true }
    return bytes.byte(hostEnd) == UInt8(ascii: ":") && isPort(bytes, hostEnd + 1..<range.upperBound)
  }

  private static func hostEnd(_ bytes: RawSpan, _ range: Range<Int>) -> Int? {
    let start = range.lowerBound
    if bytes.byte(start) == UInt8(ascii: "[") {
      let end = bytes.endOfPrefix(of: .addressLiteral, in: start + 1..<range.upperBound)
      guard end < range.upperBound, bytes.byte(end) == UInt8(ascii: "]") else { return nil }
      return end - start > 2 ? end + 1 : nil
    }
    let end = bytes.endOfPrefix(of: .registeredName, in: range)
    var percent = bytes.firstOffset(of: UInt8(ascii: "%"), in: start..<end)
    while let sign = percent {
      guard isPercentEncoding(bytes, sign, end) else { return nil }
      percent = bytes.firstOffset(of: UInt8(ascii: "%"), in: sign + 1..<end)
    }
    return end > start ? end : nil
  }

  private static func isPercentEncoding(_ bytes: RawSpan, _ offset: Int, _ end: Int) -> Bool {
    offset + 2 < end && Hexadecimal.value(of: bytes.byte(offset + 1)) != nil
      && Hexadecimal.value(of: bytes.byte(offset + 2)) != nil
  }

  /// Returns `true` if the bytes in `range` are a port, at most 65535; an empty one is allowed (RFC 3986 §3.2.3).
  private static func isPort(_ bytes: RawSpan, _ range: Range<Int>) -> Bool {
    guard range.count <= 5 else { return false }
    var port = 0
    for offset in range {
      let digit = bytes.byte(offset) &- UInt8(ascii: "0")
      guard digit < 10 else { return false }
      port = port * 10 + Int(digit)
    }
    return port < 65_536
  }
}
