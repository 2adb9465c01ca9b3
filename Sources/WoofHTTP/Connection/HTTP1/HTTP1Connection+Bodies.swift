extension HTTP1Connection {
  /// The bytes of a body that are rather copied behind their head than sent from where they are.
  private static let copiedByteCount = 16 * 1024
  /// The bytes of answers to pipelined requests that are held back to leave together.
  private static let heldBackByteCount = 64 * 1024
  /// The bytes of a file that are sent before other connections have their turn.
  private static let turnByteCount: Int64 = 2 * 1024 * 1024

  /// Waits until everything that has been handed over is in the socket; `false` where that cannot be.
  func sendOutput() async -> Bool {
    while !connection.flush() {
      guard await canSendMore() else { return false }
    }
    return !connection.isBroken
  }

  /// Waits for room; `false` where there will be none. A peer that takes nothing for too long is cut off.
  private func canSendMore() async -> Bool {
    if connection.isBroken { return false }
    if await connection.waitUntilWritable() { return !connection.isBroken }
    connection.reset()
    return false
  }

  /// Sends an answer that is all in the output.
  func sendSmall() async -> Bool { holdBack() ? true : await sendOutput() }

  /// Sends bytes; with `isLast`, those of an answer that ends with them.
  func send(_ bytes: HTTPBytes, isLast: Bool) async -> Bool {
    exchange?.sentCount += Int64(bytes.count)
    if isLast, bytes.count <= Self.copiedByteCount, holdBack() {
      bytes.withUnsafeBytes { connection.output.append($0) }
      return true
    }
    var sent = bytes.withUnsafeBytes { connection.send($0, moreFollows: !isLast) }
    while sent < bytes.count || (isLast && connection.hasOutput) {
      guard await canSendMore() else {
        exchange?.sentCount -= Int64(bytes.count - sent)
        return false
      }
      sent += bytes.withUnsafeBytes { connection.send(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
    }
    return true
  }

  /// Sends part of a file.
  func send(_ region: HTTPFileRegion) async -> Bool {
    defer { withExtendedLifetime(region.owner) {} }
    var sent: Int64 = 0
    var sentInTurn: Int64 = 0
    while sent < region.count {
      let wanted = Int(min(region.count - sent, Self.turnByteCount))
      let taken = Int64(connection.sendFile(region.descriptor, offset: region.offset + sent, count: wanted))
      sent += taken
      sentInTurn += taken
      exchange?.sentCount += taken
      if connection.isBroken { return false }
      if !connection.isWritable {
        guard await canSendMore() else { return false }
        sentInTurn = 0
      } else if sentInTurn >= Self.turnByteCount {
        await Task.yield()
        sentInTurn = 0
      }
    }
    return connection.hasOutput ? await sendOutput() : true
  }

  func send(_ pieces: [HTTPResponseBody.Piece]) async -> Bool {
    for piece in pieces {
      let isSent =
        switch piece {
        case .bytes(let bytes): await send(bytes, isLast: false)
        case .file(let region): await send(region)
        }
      guard isSent else { return false }
    }
    return await sendOutput()
  }

  /// Whether the output may wait for the answer to the next request, which has come already. It leaves when the
  /// connection waits for anything, at the latest when the loop has run what is queued now.
  private func holdBack() -> Bool {
    guard !connection.input.isEmpty, exchange?.isRequestRead == true, connection.output.count < Self.heldBackByteCount
    else { return false }
    connection.loop.execute { [connection] in connection.flush() }
    return true
  }
}

extension HTTPBytes {
  /// Calls `body` with the bytes.
  @inline(__always)
  func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    storage.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }
}
