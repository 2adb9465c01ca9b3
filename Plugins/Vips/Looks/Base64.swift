/// Base 64 (RFC 4648, section 4).
enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

  /// The text of bytes, with padding.
  static func text(of bytes: [UInt8]) -> String {
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for position in 0..<4 {
        text.append(position <= group.count ? alphabet[bits >> (18 - 6 * position) & 63] : "=")
      }
    }
    return text
  }
}
