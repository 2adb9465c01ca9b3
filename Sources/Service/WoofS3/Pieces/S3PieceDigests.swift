// SPDX-License-Identifier: Apache-2.0

internal import WoofCryptography

/// The digests of an object's pieces, by which a range of it can be compared before anybody gets it, without reading all of
/// the object.
package struct S3PieceDigests: Hashable, Sendable {
  /// The length of all pieces but the last, in bytes.
  package static let pieceByteCount: Int64 = 4 << 20

  /// The length of the object, in bytes.
  package let byteCount: Int64
  /// The SHA-256 of the pieces one after the other, 32 bytes each.
  package let bytes: [UInt8]

  /// Reads what was kept of an object; `nil` where there are not as many digests as the object has pieces.
  package init?(byteCount: Int64, bytes: [UInt8]) {
    guard byteCount >= 0, bytes.count == Int(Self.pieceCount(of: byteCount)) * SHA256.byteCount else { return nil }
    self.byteCount = byteCount
    self.bytes = bytes
  }

  /// The number of pieces.
  package var count: Int { bytes.count / SHA256.byteCount }

  /// The digest of a piece.
  func digest(of piece: Int) -> ArraySlice<UInt8> {
    bytes[piece * SHA256.byteCount..<(piece + 1) * SHA256.byteCount]
  }

  /// The bytes of the object that are in a piece.
  func range(of piece: Int) -> Range<Int64> {
    let start = Int64(piece) * Self.pieceByteCount
    return start..<min(byteCount, start + Self.pieceByteCount)
  }

  /// The pieces that a range touches, which is within the object and not empty.
  func pieces(touching range: Range<Int64>) -> Range<Int> {
    Int(range.lowerBound / Self.pieceByteCount)..<Int((range.upperBound - 1) / Self.pieceByteCount) + 1
  }

  private static func pieceCount(of byteCount: Int64) -> Int64 { (byteCount + pieceByteCount - 1) / pieceByteCount }
}

/// Computes the digests of pieces as the bytes of an object pass.
package struct S3PieceDigester: ~Copyable {
  private var byteCount: Int64 = 0
  private var bytes: [UInt8] = []
  private var running: SHA256?
  private var room = S3PieceDigests.pieceByteCount

  /// Starts an object.
  package init() {}

  /// Takes the next bytes.
  ///
  /// - Throws: ``WoofCryptography/CryptographyError``, which means that memory has run out.
  package mutating func update(_ part: RawSpan) throws {
    var start = 0
    while start < part.byteCount {
      var current: SHA256
      if let running = running.take() { current = running } else { current = try SHA256() }
      let count = Int(min(room, Int64(part.byteCount - start)))
      current.update(part.extracting(start..<start + count))
      start += count
      byteCount += Int64(count)
      room -= Int64(count)
      if room > 0 {
        running = consume current
      } else {
        bytes += current.finish()
        room = S3PieceDigests.pieceByteCount
      }
    }
  }

  /// The digests, when all bytes have passed.
  package consuming func finish() -> S3PieceDigests? {
    if let running = running.take() { bytes += running.finish() }
    return S3PieceDigests(byteCount: byteCount, bytes: bytes)
  }
}
