// SPDX-License-Identifier: Apache-2.0

/// The name of a bucket, by the rules that all services share: 3 to 63 of `a`–`z`, `0`–`9`, dots and hyphens.
package struct S3BucketName: Hashable, Sendable, CustomStringConvertible {
  /// The name.
  package let description: String

  /// Checks a name.
  ///
  /// - Throws: ``S3SettingError`` where it is none.
  package init(_ name: String) throws(S3SettingError) {
    let bytes = Array(name.utf8)
    guard (3...63).contains(bytes.count), bytes.allSatisfy({ Self.isAlphanumeric($0) || $0 == 0x2D || $0 == 0x2E }),
      let first = bytes.first, let last = bytes.last, Self.isAlphanumeric(first), Self.isAlphanumeric(last),
      !name.contains("..")
    else {
      throw S3SettingError(
        "The name of a bucket has 3 to 63 of the characters a–z, 0–9, dot and hyphen, and begins and ends with a letter "
          + "or digit.")
    }
    description = name
  }

  /// `true` if a certificate for all buckets of a host (`*.host`) does not cover this one (RFC 9525 §6.3).
  var hasDots: Bool { description.utf8.contains(0x2E) }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
  }
}
