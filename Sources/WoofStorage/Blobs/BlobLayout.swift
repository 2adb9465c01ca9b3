internal import WoofModel

/// Where blobs lie: `<root>/ab/cd/<64 hexadecimal digits>`, of which `ab` and `cd` are the first four.
struct BlobLayout: Sendable {
  /// The folder of all blobs.
  let root: String

  /// The path of a blob.
  func path(of digest: Digest) -> String { "\(folder(of: digest))/\(digest.hexadecimal)" }

  /// The path of the folder that a blob lies in.
  func folder(of digest: Digest) -> String {
    let digits = digest.hexadecimal.utf8.prefix(4)
    return "\(root)/\(Substring(digits.prefix(2)))/\(Substring(digits.suffix(2)))"
  }

  /// The digest that the name of a file means; `nil` for any other name.
  static func digest(of name: String) -> Digest? {
    guard name.utf8.count == 2 * Digest.byteCount else { return nil }
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in name.utf8 {
      guard let value = Hexadecimal.lowerCaseValue(of: digit) else { return nil }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return Digest(bytes)
  }
}
