// SPDX-License-Identifier: Apache-2.0

internal import WoofModel
internal import WoofSystem

/// The layout of the files of blobs: `<root>/a/b/<64 hexadecimal digits>`, where `a` and `b` are the first two digits.
///
/// The 256 folders of the second level hold some thousands of blobs each if there are a million, which file systems
/// with indexed folders handle easily; and they are few enough to be made beforehand.
struct BlobLayout: Sendable {
  /// The folder of all blobs.
  let root: String

  /// The path of a blob.
  func path(of digest: Digest) -> String { "\(folder(of: digest))/\(digest.hexadecimal)" }

  /// The path of the folder that a blob lies in.
  func folder(of digest: Digest) -> String {
    let digits = digest.hexadecimal.prefix(2)
    return "\(root)/\(digits.prefix(1))/\(digits.suffix(1))"
  }

  /// The paths of all folders of the first level, each with the names of those in it.
  var folders: [(path: String, names: [String])] {
    let digits = (0..<16).map { String($0, radix: 16) }
    return digits.map { ("\(root)/\($0)", digits) }
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
