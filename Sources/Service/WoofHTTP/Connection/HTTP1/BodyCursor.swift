// SPDX-License-Identifier: Apache-2.0

/// The progress of sending a body from memory and files.
struct BodyCursor {
  /// An outcome of ``advance(over:)``: what has to happen before more can be sent.
  enum Progress {
    /// Nothing: everything has been sent.
    case done
    /// The peer has to take something.
    case full
    /// Other connections have their turn.
    case turnOver
    /// Nothing can be sent any more.
    case broken
  }

  /// The bytes of a file that are sent in one call.
  private static let callByteCount: Int64 = 2 * 1024 * 1024

  private let body: HTTPResponseBody
  private var pieceIndex = 0
  private var offset: Int64 = 0

  /// The bytes that have been sent.
  private(set) var sentCount: Int64 = 0

  /// Makes a cursor at the start of a body. One that a stream or a source makes has nothing for a cursor to send.
  init(_ body: HTTPResponseBody) { self.body = body }

  /// Sends the connection's output and then the body, as far as the socket takes them.
  mutating func advance(over connection: Connection) -> Progress {
    switch body {
    case .bytes(let bytes): return send(bytes, isLast: true, over: connection)
    case .file(let region): return send(region, over: connection)
    case .pieces(let pieces):
      while pieceIndex < pieces.count {
        let progress =
          switch pieces[pieceIndex] {
          case .bytes(let bytes): send(bytes, isLast: false, over: connection)
          case .file(let region): send(region, over: connection)
          }
        guard case .done = progress else { return progress }
        pieceIndex += 1
        offset = 0
      }
      return flush(connection)
    case .empty, .stream, .source: return flush(connection)
    }
  }

  /// Copies the whole body behind the connection's output, where it is from memory and not longer than `limit`.
  mutating func append(to connection: Connection, limit: Int) -> Bool {
    switch body {
    case .empty: return true
    case .bytes(let bytes) where bytes.count <= limit:
      bytes.withUnsafeBytes { connection.output.append($0) }
      offset = Int64(bytes.count)
      sentCount = offset
      return true
    default: return false
    }
  }

  private mutating func send(_ bytes: HTTPBytes, isLast: Bool, over connection: Connection) -> Progress {
    let start = Int(offset)
    let taken = bytes.withUnsafeBytes {
      connection.send(UnsafeRawBufferPointer(rebasing: $0[start...]), moreFollows: !isLast)
    }
    offset += Int64(taken)
    sentCount += Int64(taken)
    if connection.isBroken { return .broken }
    return offset < bytes.count || (isLast && connection.hasOutput) ? .full : .done
  }

  private mutating func send(_ region: HTTPFileRegion, over connection: Connection) -> Progress {
    while offset < region.count {
      let wanted = Int(min(region.count - offset, Self.callByteCount))
      let taken = Int64(connection.sendFile(region.descriptor, offset: region.offset + offset, count: wanted))
      offset += taken
      sentCount += taken
      if connection.isBroken { return .broken }
      if !connection.isWritable { return .full }
      if connection.turn.isOver, offset < region.count { return .turnOver }
    }
    return flush(connection)
  }

  private func flush(_ connection: Connection) -> Progress {
    if !connection.hasOutput || connection.flush() { return .done }
    return connection.isBroken ? .broken : .full
  }
}

extension HTTPBytes {
  /// Calls `body` with the bytes.
  @inline(__always)
  func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    storage.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }
}
