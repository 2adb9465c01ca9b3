/// A number of bytes, which configuration and command line spell `50 MB`, `1 GiB` or `4096`.
public struct ByteCount: Hashable, Comparable, Sendable {
  /// The number of bytes.
  public let bytes: Int64

  /// Makes a count of bytes.
  public init(bytes: Int64) { self.bytes = bytes }

  /// So many bytes.
  public static func bytes(_ count: Int64) -> ByteCount { ByteCount(bytes: count) }
  /// So many times 1,024 bytes.
  public static func kibibytes(_ count: Int64) -> ByteCount { ByteCount(bytes: count * 1 << 10) }
  /// So many times 1,048,576 bytes.
  public static func mebibytes(_ count: Int64) -> ByteCount { ByteCount(bytes: count * 1 << 20) }
  /// So many times 1,073,741,824 bytes.
  public static func gibibytes(_ count: Int64) -> ByteCount { ByteCount(bytes: count * 1 << 30) }
  /// So many times 1,000 bytes.
  public static func kilobytes(_ count: Int64) -> ByteCount { ByteCount(bytes: count * 1000) }
  /// So many times 1,000,000 bytes.
  public static func megabytes(_ count: Int64) -> ByteCount { ByteCount(bytes: count * 1_000_000) }
  /// So many times 1,000,000,000 bytes.
  public static func gigabytes(_ count: Int64) -> ByteCount { ByteCount(bytes: count * 1_000_000_000) }

  /// Orders fewer before more.
  public static func < (left: ByteCount, right: ByteCount) -> Bool { left.bytes < right.bytes }
}

extension ByteCount: LosslessStringConvertible {
  /// Reads a count without sign or fraction, and a unit: `B`, `KB`, `MB`, `GB`, `TB`, `KiB`, `MiB`, `GiB` or `TiB`, in
  /// any case of letters, with blanks before it or none; `nil` for anything else.
  public init?(_ text: String) {
    guard let bytes = Quantity.read(text, units: Self.units + [("", 1)]) else { return nil }
    self.init(bytes: bytes)
  }

  /// The count in the largest unit that gives a whole number, as in `50 MB`.
  public var description: String { Quantity.spell(bytes, units: Self.units, separator: " ") }

  private static let units: [(name: String, size: Int64)] = [
    ("TB", 1_000_000_000_000), ("TiB", 1 << 40), ("GB", 1_000_000_000), ("GiB", 1 << 30), ("MB", 1_000_000),
    ("MiB", 1 << 20), ("KB", 1000), ("KiB", 1 << 10), ("B", 1),
  ]
}
