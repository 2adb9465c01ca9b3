// SPDX-License-Identifier: Apache-2.0

/// Undoes Deflate in a zlib stream (RFC 1950, RFC 1951), as far as a limit.
///
/// It is for the compressed metadata of PNG files, which are small in honest files. Their inflated length is counted
/// without keeping the bytes, so that a decompression bomb costs only its own few bytes.
struct Inflation {
  /// The outcome of inflating a stream.
  enum Outcome: Equatable {
    /// The number of bytes; of a damaged stream, those before the damage.
    case length(Int)
    /// The stream inflates to more bytes than the limit.
    case exceedsLimit
  }

  private var reader: BitReader
  private let limit: Int
  private let kept: Int
  private(set) var outcome = Outcome.length(0)
  private var length = 0
  /// The first bytes, as many as are kept.
  private(set) var bytes: [UInt8] = []

  private static let endOfBlock = 256
  private static let windowSize = 32_768

  /// Inflates a stream.
  ///
  /// - Parameters:
  ///   - limit: The number of bytes that it may become.
  ///   - kept: The number of bytes that are kept; a stream that becomes more is only counted, and none of it is kept.
  init(_ stream: [UInt8], limit: Int, keeping kept: Int = 0) {
    reader = BitReader(stream, from: 2)
    self.limit = limit
    self.kept = kept
    guard stream.count > 2, stream[0] & 15 == 8, stream[1] & 0x20 == 0 else { return }
    var isLast = false
    while !isLast, length <= limit {
      guard let last = reader.bits(1), let kind = reader.bits(2), inflateBlock(kind) else { break }
      isLast = last == 1
    }
    outcome = length > limit ? .exceedsLimit : .length(length)
    if length > kept { bytes = [] }
  }

  private mutating func inflateBlock(_ kind: Int) -> Bool {
    switch kind {
    case 0: return copyStored()
    case 1: return DeflateCodes.fixed.map { inflate($0) } ?? false
    case 2: return DeflateCodes(&reader).map { inflate($0) } ?? false
    default: return false
    }
  }

  private mutating func copyStored() -> Bool {
    reader.alignToByte()
    guard let count = reader.bits(16), let complement = reader.bits(16), count ^ complement == 0xFFFF else {
      return false
    }
    for _ in 0..<count {
      guard let byte = reader.bits(8) else { return false }
      append(UInt8(byte))
    }
    return true
  }

  private mutating func inflate(_ codes: DeflateCodes) -> Bool {
    while length <= limit {
      guard let symbol = codes.literals.symbol(&reader) else { return false }
      if symbol < Self.endOfBlock {
        append(UInt8(symbol))
      } else if symbol == Self.endOfBlock {
        return true
      } else {
        guard let count = DeflateCodes.length(symbol, &reader), let distance = codes.distance(&reader),
          distance <= min(length, Self.windowSize)
        else { return false }
        copy(count, from: distance)
      }
    }
    return true
  }

  private mutating func append(_ byte: UInt8) {
    length += 1
    if length <= kept { bytes.append(byte) }
  }

  private mutating func copy(_ count: Int, from distance: Int) {
    guard length + count <= kept else {
      length += count
      return
    }
    for _ in 0..<count { append(bytes[length - distance]) }
  }
}
