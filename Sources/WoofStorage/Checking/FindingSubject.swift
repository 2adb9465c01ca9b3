internal import WoofModel

/// Subjects of findings, as people know them.
enum FindingSubject {
  /// A subject that begins with the digits of a digest or of a photo's id, with these as they are written everywhere else.
  static func readable(_ subject: String) -> String {
    let digits = subject.prefix { $0.isASCII && $0.isHexDigit }
    let rest = subject.dropFirst(digits.count)
    var bytes: [UInt8] = []
    var pairs = digits.utf8[...]
    while let pair = UInt8(Substring(pairs.prefix(2)), radix: 16), pairs.count >= 2 {
      bytes.append(pair)
      pairs = pairs.dropFirst(2)
    }
    guard pairs.isEmpty else { return subject }
    switch bytes.count {
    case 32: return Digest(bytes).map { "\($0)\(rest)" } ?? subject
    case 16:
      let words = [bytes.prefix(8), bytes.suffix(8)].map { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
      return "\(PhotoID(high: words[0], low: words[1]))\(rest)"
    default: return subject
    }
  }
}
