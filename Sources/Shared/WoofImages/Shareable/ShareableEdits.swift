// SPDX-License-Identifier: Apache-2.0

/// The edits that make a shareable copy of its original, gathered while the original is walked.
struct ShareableEdits {
  private enum Replacement {
    case bytes([UInt8])
    /// These bytes, followed by one byte repeated up to the length of the replaced range.
    case padded([UInt8], with: UInt8)
  }

  private var edits: [(range: Range<Int>, replacement: Replacement)] = []

  /// Leaves bytes out.
  mutating func remove(_ range: Range<Int>) {
    if let last = edits.last, case .bytes(let bytes) = last.replacement, bytes.isEmpty,
      last.range.upperBound == range.lowerBound
    {
      edits[edits.count - 1].range = last.range.lowerBound..<range.upperBound
    } else {
      edits.append((range, .bytes([])))
    }
  }

  /// Puts other bytes in their place.
  mutating func replace(_ range: Range<Int>, with bytes: [UInt8]) { edits.append((range, .bytes(bytes))) }

  /// Puts as many other bytes in their place, so that nothing behind them moves: these, if they fit, and then `padding`.
  mutating func overwrite(_ range: Range<Int>, with bytes: [UInt8] = [], padding: UInt8 = 0) {
    edits.append((range, .padded(bytes.count <= range.count ? bytes : [], with: padding)))
  }

  /// The position in the copy of what is at a position in the original, which no edit replaces or goes across.
  func position(inCopyOf position: Int) -> Int {
    edits.filter { $0.range.upperBound <= position }.reduce(position) { position, edit in
      switch edit.replacement {
      case .bytes(let bytes): position + bytes.count - edit.range.count
      case .padded: position
      }
    }
  }

  /// The plan for an original of so many bytes. Of edits that overlap, the later is cut to what is left.
  func plan(byteCount: Int) -> ShareablePlan {
    var pieces: [ShareablePlan.Piece] = []
    var position = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      let range = edit.range.clamped(to: min(position, byteCount)..<byteCount)
      if range.lowerBound > position { pieces.append(.original(Int64(position)..<Int64(range.lowerBound))) }
      switch edit.replacement {
      case .bytes(let bytes): pieces.append(.bytes(bytes))
      case .padded(let bytes, let padding):
        let head = range == edit.range ? bytes : []
        pieces += [.bytes(head), .fill(padding, count: Int64(range.count - head.count))]
      }
      position = max(position, range.upperBound)
    }
    if position < byteCount { pieces.append(.original(Int64(position)..<Int64(byteCount))) }
    return ShareablePlan(pieces: pieces, originalByteCount: Int64(byteCount))
  }
}
