// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import WoofCryptography

/// The comparison of pieces as they arrive: what has arrived of a piece is kept until all of it has, and only then given.
struct PieceVerification {
  /// A piece whose bytes are not those that were put.
  struct Mismatch: Error {}

  /// The bytes to ask for: all of the pieces that the range touches.
  let needed: Range<Int64>

  private let digests: S3PieceDigests
  private let range: Range<Int64>
  private var piece: Int
  private var gathered = Data()

  /// - Parameter range: The bytes that are wanted, within the object and not none.
  init(_ digests: S3PieceDigests, for range: Range<Int64>) {
    let pieces = digests.pieces(touching: range)
    (self.digests, self.range) = (digests, range)
    piece = pieces.lowerBound
    needed = digests.range(of: pieces.lowerBound).lowerBound..<digests.range(of: pieces.upperBound - 1).upperBound
  }

  /// Takes the next bytes.
  ///
  /// - Returns: What is wanted of the pieces that are complete now.
  /// - Throws: ``Mismatch`` for a piece that is not as it was put.
  mutating func take(_ part: Data) throws -> [Data] {
    var ready: [Data] = []
    var rest = part
    while !rest.isEmpty {
      let bounds = digests.range(of: piece)
      let missing = bounds.count - gathered.count
      gathered.append(rest.prefix(missing))
      rest = rest.dropFirst(missing)
      guard gathered.count == bounds.count else { break }
      guard try Self.digest(of: gathered).elementsEqual(digests.digest(of: piece)) else { throw Mismatch() }
      let wanted = range.clamped(to: bounds)
      ready.append(
        gathered.dropFirst(Int(wanted.lowerBound - bounds.lowerBound)).prefix(wanted.count))
      gathered = Data()
      piece += 1
    }
    return ready
  }

  private static func digest(of bytes: Data) throws -> [UInt8] {
    var digest = try SHA256()
    digest.update(bytes.bytes)
    return digest.finish()
  }
}
