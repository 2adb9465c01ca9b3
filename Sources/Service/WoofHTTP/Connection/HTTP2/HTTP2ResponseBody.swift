// SPDX-License-Identifier: Apache-2.0

internal import WoofSystem

/// The body of a response on its way into frames: what is known of it, and how much has been sent.
struct HTTP2ResponseBody {
  private var current: HTTPResponseBody.Piece?
  private var later: [HTTPResponseBody.Piece] = []
  private var laterIndex = 0
  private var offset: Int64 = 0
  private var end = End.open

  private enum End {
    case open, complete, failed
  }

  /// The bytes that have been handed over and not yet sent.
  private(set) var heldBackCount: Int64 = 0
  /// The bytes that have been sent.
  private(set) var sentCount: Int64 = 0

  /// Makes the body of a response. One that a stream or a source makes is open, and is appended to.
  init(_ body: HTTPResponseBody) {
    switch body {
    case .empty: break
    case .bytes(let bytes): append(.bytes(bytes))
    case .file(let region): append(.file(region))
    case .pieces(let pieces): for piece in pieces { append(piece) }
    case .stream, .source: return
    }
    end = .complete
  }

  /// Appends bytes, from memory or a file.
  mutating func append(_ piece: HTTPResponseBody.Piece) {
    guard piece.count > 0 else { return }
    heldBackCount += piece.count
    if current == nil { current = piece } else { later.append(piece) }
  }

  /// Ends the body: as complete, or as one that cannot be completed.
  mutating func finish(isComplete: Bool) {
    if end == .open { end = isComplete ? .complete : .failed }
  }

  /// The bytes that can be sent now.
  func next(atMost limit: Int) -> HTTP2BodyStep {
    if end == .failed { return .failed }
    let count = Int(min(Int64(limit), heldBackCount))
    let isLast = end == .complete && Int64(count) == heldBackCount
    return count > 0 || isLast ? .bytes(count, isLast: isLast) : .waiting
  }

  /// Writes the next bytes into a room that has place for them; returns `false` where a file has ended early.
  mutating func write(_ count: Int, to room: UnsafeMutableRawBufferPointer) -> Bool {
    var written = 0
    while written < count, let piece = current {
      let part = Int(min(piece.count - offset, Int64(count - written)))
      let target = UnsafeMutableRawBufferPointer(rebasing: room[written..<written + part])
      guard piece.copy(from: offset, to: target) else { return false }
      written += part
      advance(by: part, of: piece)
    }
    return written == count
  }

  private mutating func advance(by count: Int, of piece: HTTPResponseBody.Piece) {
    offset += Int64(count)
    heldBackCount -= Int64(count)
    sentCount += Int64(count)
    guard offset == piece.count else { return }
    offset = 0
    current = laterIndex < later.count ? later[laterIndex] : nil
    laterIndex += 1
    guard laterIndex >= later.count else { return }
    later.removeAll(keepingCapacity: heldBackCount > 0)
    laterIndex = 0
  }
}

extension HTTPResponseBody.Piece {
  /// Copies bytes from an offset on until the target is full; returns `false` where a file has not so many.
  fileprivate func copy(from offset: Int64, to target: UnsafeMutableRawBufferPointer) -> Bool {
    switch self {
    case .bytes(let bytes):
      bytes.withUnsafeBytes {
        target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[Int(offset)...].prefix(target.count)))
      }
      return true
    case .file(let region): return region.read(from: offset, into: target)
    }
  }
}

extension HTTPFileRegion {
  /// Reads bytes from an offset in the region on until the target is full; returns `false` where the file has not so many.
  fileprivate func read(from start: Int64, into target: UnsafeMutableRawBufferPointer) -> Bool {
    var count = 0
    while count < target.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: target[count...])
      guard case .count(let read) = SystemCall.read(descriptor, offset: offset + start + Int64(count), into: rest),
        read > 0
      else { return false }
      count += read
    }
    return true
  }
}
