// SPDX-License-Identifier: Apache-2.0

internal import WoofSystem

/// The name of a photo: a UUID of version 7 (RFC 9562 §5.7), so that ids sort by the time they were made.
///
/// Its text form is the canonical one in lower case, the only one that ``init(_:)`` takes.
public struct PhotoID: Hashable, Comparable, Sendable {
  /// The first eight bytes, most significant first: 48 bits of milliseconds, the version, 12 bits of counter.
  public let high: UInt64
  /// The last eight bytes: the variant and 62 random bits.
  public let low: UInt64

  private static let textByteCount = 36

  /// Makes an id from its sixteen bytes, given as two numbers, most significant first.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Makes an id of version 7 (RFC 9562 §5.7).
  ///
  /// - Parameters:
  ///   - time: The time at which it is made; of a time before 1970, that counts.
  ///   - counter: The number among the ids of the millisecond, of which 12 bits count.
  ///   - random: Random bits, of which 62 count.
  package init(madeAt time: Timestamp, counter: UInt64, random: UInt64) {
    self.init(
      high: UInt64(clamping: time.milliseconds) << 16 | 0x7000 | counter & 0xFFF,
      low: random & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
  }

  /// The time at which the id was made, to the millisecond (RFC 9562 §5.7).
  public var createdAt: Timestamp { Timestamp(milliseconds: Int64(high >> 16)) }

  /// Orders ids as their text orders, which is by the time they were made.
  public static func < (left: PhotoID, right: PhotoID) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

extension PhotoID: LosslessStringConvertible {
  /// Reads the canonical lower-case text of a UUID; `nil` for anything else.
  public init?(_ text: String) {
    var text = text
    let parsed = text.withUTF8 { PhotoID(text: $0.span) }
    guard let parsed else { return nil }
    self = parsed
  }

  /// Reads the canonical lower-case text of a UUID from its bytes; `nil` for anything else.
  @inlinable
  public init?(utf8 bytes: some Collection<UInt8>) {
    let parsed =
      bytes.withContiguousStorageIfAvailable { PhotoID(text: $0.span) }
      ?? Array(bytes).withUnsafeBufferPointer { PhotoID(text: $0.span) }
    guard let parsed else { return nil }
    self = parsed
  }

  @usableFromInline
  init?(text: Span<UInt8>) {
    guard text.count == Self.textByteCount else { return nil }
    var words: (UInt64, UInt64) = (0, 0)
    for position in 0..<Self.textByteCount {
      let byte = text[position]
      if position == 8 || position == 13 || position == 18 || position == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = Hexadecimal.lowerCaseValue(of: byte) else { return nil }
      if position < 18 { words.0 = words.0 << 4 | UInt64(digit) } else { words.1 = words.1 << 4 | UInt64(digit) }
    }
    self.init(high: words.0, low: words.1)
  }

  /// The canonical text in lower case, 36 characters long.
  public var description: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the canonical text to `bytes`.
  public func write(to bytes: inout [UInt8]) {
    bytes.append(addingCapacity: Self.textByteCount) { output in
      Hexadecimal.append(high >> 32, digitCount: 8, to: &output)
      output.append(UInt8(ascii: "-"))
      Hexadecimal.append(high >> 16, digitCount: 4, to: &output)
      output.append(UInt8(ascii: "-"))
      Hexadecimal.append(high, digitCount: 4, to: &output)
      output.append(UInt8(ascii: "-"))
      Hexadecimal.append(low >> 48, digitCount: 4, to: &output)
      output.append(UInt8(ascii: "-"))
      Hexadecimal.append(low, digitCount: 12, to: &output)
    }
  }
}

extension PhotoID {
  /// The ids whose text begins so.
  ///
  /// - Parameter text: The beginning of a canonical lower-case UUID, from one character on to all of it.
  /// - Returns: The lowest and the highest of them; `nil` where no id begins so.
  public static func range(beginning text: some StringProtocol) -> ClosedRange<PhotoID>? {
    let byteCount = text.utf8.count
    guard (1...textByteCount).contains(byteCount) else { return nil }
    let low = "00000000-0000-0000-0000-000000000000".utf8.dropFirst(byteCount)
    let high = "ffffffff-ffff-ffff-ffff-ffffffffffff".utf8.dropFirst(byteCount)
    guard let lowest = PhotoID(utf8: Array(text.utf8) + low), let highest = PhotoID(utf8: Array(text.utf8) + high)
    else {
      return nil
    }
    return lowest...highest
  }
}

extension PhotoID: Codable {
  /// Reads the id from its text.
  ///
  /// - Throws: `DecodingError.dataCorrupted` where the text is no lower-case UUID.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let id = PhotoID(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a lower-case UUID: \(text)")
    }
    self = id
  }

  /// Writes the id as its text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
