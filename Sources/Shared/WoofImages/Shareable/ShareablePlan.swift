// SPDX-License-Identifier: Apache-2.0

/// A plan to make a photo's shareable copy of its original: the bytes that stay, and the bytes between them.
///
/// The copy has the original's pixels bit by bit, its orientation, its colour profile, and the timing and repetition of
/// its animation. It has no location, serial numbers, maker notes, texts, dates or previews, and no bytes after the
/// picture's end. The copy of a copy has the same bytes as the copy.
///
/// A plan is small whatever the original's size, so it is made while the original comes in, and carried out by the
/// caller, who can read the original: the copy is a blob like any other, named by the digest of the bytes that
/// ``write(reading:to:)`` gives.
package struct ShareablePlan: Hashable, Sendable {
  /// A run of the copy's bytes.
  package enum Piece: Hashable, Sendable {
    /// The bytes of the original at these positions.
    case original(Range<Int64>)
    /// These bytes.
    case bytes([UInt8])
    /// One byte, repeated.
    case fill(UInt8, count: Int64)

    /// The number of bytes of the piece.
    package var byteCount: Int64 {
      switch self {
      case .original(let range): range.upperBound - range.lowerBound
      case .bytes(let bytes): Int64(bytes.count)
      case .fill(_, let count): count
      }
    }
  }

  /// The pieces in their order; none is empty.
  package let pieces: [Piece]
  /// The number of bytes of the original.
  package let originalByteCount: Int64

  private static let runSize: Int64 = 65_536

  init(pieces: [Piece], originalByteCount: Int64) {
    self.pieces = pieces.filter { $0.byteCount > 0 }
    self.originalByteCount = originalByteCount
  }

  /// The plan of a copy that is this one and then another, whose original begins at `start` in an original of so many
  /// bytes.
  func followed(by other: ShareablePlan, from start: Int, byteCount: Int) -> ShareablePlan {
    var joined = pieces
    for piece in other.pieces {
      guard case .original(let range) = piece else {
        joined.append(piece)
        continue
      }
      let moved = range.lowerBound + Int64(start)..<range.upperBound + Int64(start)
      if case .original(let last) = joined.last, last.upperBound == moved.lowerBound {
        joined[joined.count - 1] = .original(last.lowerBound..<moved.upperBound)
      } else {
        joined.append(.original(moved))
      }
    }
    return ShareablePlan(pieces: joined, originalByteCount: Int64(byteCount))
  }

  /// The number of bytes of the copy.
  package var byteCount: Int64 { pieces.reduce(0) { $0 + $1.byteCount } }

  /// `true` if the original is its own shareable copy because there is nothing to leave out.
  package var isOriginal: Bool { pieces == [.original(0..<originalByteCount)] }

  /// Gives the copy's bytes in order, in runs of at most 65,536.
  ///
  /// - Parameters:
  ///   - read: Reads the original's bytes at positions, all that are asked for.
  ///   - write: Takes the next bytes of the copy.
  /// - Throws: The errors of `read` and `write`.
  package func write(
    reading read: (Range<Int64>) throws -> [UInt8], to write: (RawSpan) throws -> Void
  ) rethrows {
    for piece in pieces {
      switch piece {
      case .bytes(let bytes): try write(bytes.span.bytes)
      case .original(let range):
        for start in stride(from: range.lowerBound, to: range.upperBound, by: Int(Self.runSize)) {
          let run = try read(start..<min(range.upperBound, start + Self.runSize))
          try write(run.span.bytes)
        }
      case .fill(let byte, let count):
        let run = [UInt8](repeating: byte, count: Int(min(count, Self.runSize)))
        for start in stride(from: 0, to: count, by: Int(Self.runSize)) {
          try write(run.span.bytes.extracting(first: Int(min(count - start, Self.runSize))))
        }
      }
    }
  }
}
