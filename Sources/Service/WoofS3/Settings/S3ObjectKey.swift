// SPDX-License-Identifier: Apache-2.0

/// The name of an object in its bucket: 1 to 1024 bytes of UTF-8.
///
/// Names that do not arrive everywhere as they are sent are not made: those with control characters, which XML cannot
/// write, and those with the segments `.` and `..`, which proxies resolve.
package struct S3ObjectKey: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The most bytes of a key.
  package static let longest = 1024

  /// The key.
  package let description: String

  /// Checks a key.
  ///
  /// - Throws: ``S3SettingError`` where it is none.
  package init(_ key: String) throws(S3SettingError) {
    guard (1...Self.longest).contains(key.utf8.count) else {
      throw S3SettingError("The key of an object has 1 to \(Self.longest) bytes.")
    }
    guard key.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw S3SettingError("The key of an object has no control characters.")
    }
    guard !key.split(separator: "/").contains(where: { $0 == "." || $0 == ".." }) else {
      throw S3SettingError("The key of an object has no segments “.” and “..”.")
    }
    description = key
  }

  /// Keys are ordered by their bytes, as lists of them are.
  package static func < (left: S3ObjectKey, right: S3ObjectKey) -> Bool {
    left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
  }
}
