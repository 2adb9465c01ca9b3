// SPDX-License-Identifier: Apache-2.0

/// A number of bytes, which configuration and command line spell `50 MB`, `1 GiB` or `4096`.
package struct ByteCount: Hashable, Comparable, Sendable {
  /// The number of bytes.
  package let bytes: Int64

  /// Makes a count of bytes.
  package init(bytes: Int64) { self.bytes = bytes }

  /// Returns a count of bytes.
  package static func bytes(_ count: Int64) -> ByteCount { ByteCount(bytes: count) }
  /// Returns a count of kibibytes, 1,024 bytes each.
  package static func kibibytes(_ count: Int64) -> ByteCount { ByteCount(bytes: count * 1 << 10) }
  /// Returns a count of mebibytes, 1,048,576 bytes each.
  package static func mebibytes(_ count: Int64) -> ByteCount { ByteCount(bytes: count * 1 << 20) }
  /// Returns a count of gibibytes, 1,073,741,824 bytes each.
  package static func gibibytes(_ count: Int64) -> ByteCount { ByteCount(bytes: count * 1 << 30) }
  /// Returns a count of kilobytes, 1,000 bytes each.
  package static func kilobytes(_ count: Int64) -> ByteCount { ByteCount(bytes: count * 1000) }
  /// Returns a count of megabytes, 1,000,000 bytes each.
  package static func megabytes(_ count: Int64) -> ByteCount { ByteCount(bytes: count * 1_000_000) }
  /// Returns a count of gigabytes, 1,000,000,000 bytes each.
  package static func gigabytes(_ count: Int64) -> ByteCount { ByteCount(bytes: count * 1_000_000_000) }

  /// Orders fewer before more.
  package static func < (left: ByteCount, right: ByteCount) -> Bool { left.bytes < right.bytes }
}

extension ByteCount: LosslessStringConvertible {
  /// Reads a count without sign or fraction, and a unit: `B`, `KB`, `MB`, `GB`, `TB`, `KiB`, `MiB`, `GiB` or `TiB`, in
  /// any case of letters, with blanks before it or none; `nil` for anything else.
  package init?(_ text: String) {
    guard let bytes = Quantity.read(text, units: Self.units + [("", 1)]) else { return nil }
    self.init(bytes: bytes)
  }

  /// The count in the largest unit that gives a whole number, as in `50 MB`.
  package var description: String { Quantity.spell(bytes, units: Self.units, separator: " ") }

  private static let units: [(name: String, size: Int64)] = [
    ("TB", 1_000_000_000_000), ("TiB", 1 << 40), ("GB", 1_000_000_000), ("GiB", 1 << 30), ("MB", 1_000_000),
    ("MiB", 1 << 20), ("KB", 1000), ("KiB", 1 << 10), ("B", 1),
  ]
}
