// SPDX-License-Identifier: Apache-2.0

extension HTTP1Connection {
  /// Sends a body that a closure makes; returns `true` if it was finished and sent.
  func send(_ stream: HTTPStream) async -> Bool {
    exchange.streams(true)
    if connection.isBroken || connection.peerHasFinished { connection.task?.cancel() }
    connection.flush()
    let target = HTTP1StreamTarget(self, count: stream.count)
    do { try await stream.write(HTTPStreamWriter(target: target)) } catch { target.fail() }
    exchange.streams(false)
    target.detach()
    return target.isComplete ? await endBody() : false
  }

  /// Leaves the body to a source. Until the source or the peer ends it, no task and no buffer belong to the connection.
  func leave(to source: any HTTPBodySource) -> HTTP1Outlet {
    let outlet = HTTP1Outlet(self, source: source)
    self.outlet = outlet
    connection.flush()
    connection.input.releaseIfEmpty()
    if connection.isBroken || connection.peerHasFinished { outlet.end(isComplete: false) } else { outlet.open() }
    if !outlet.hasEnded { connection.task = nil }
    return outlet
  }

  /// Goes on when a source has ended its body.
  func run(after outlet: HTTP1Outlet) async -> Outcome {
    if let outcome = await endAnswer(after: outlet) { return outcome }
    return await run()
  }

  /// Does what is to be done after a source's body; `nil` when the next request can be read.
  func endAnswer(after outlet: HTTP1Outlet) async -> Outcome? {
    self.outlet = nil
    let isComplete = outlet.isComplete ? await endBody() : false
    outlet.close()
    return await endAnswer(isComplete: isComplete)
  }

  private func endBody() async -> Bool {
    if exchange.framing == .chunked { connection.output.append(Self.lastChunk) }
    return await sendOutput()
  }

  /// Appends part of a body to the output, framed as the head announced it.
  func appendPart(_ bytes: HTTPBytes) {
    guard bytes.count > 0 else { return }
    exchange.streamedCount += Int64(bytes.count)
    guard exchange.framing == .chunked else { return bytes.withUnsafeBytes { connection.output.append($0) } }
    connection.output.append(atMost: bytes.count + Self.maximalChunkFramingCount) { room in
      var writer = RawWriter(room)
      writer.write(chunkSize: bytes.count)
      bytes.withUnsafeBytes { writer.write($0) }
      writer.write("\r\n")
      return writer.count
    }
  }

  private static let lastChunk = Array("0\r\n\r\n".utf8)
  private static let maximalChunkFramingCount = 24

  // MARK: What the connection tells

  func peerFinished() {
    outlet?.end(isComplete: false)
    switch exchange.phase {
    case .handling: if exchange.isRequestRead { connection.task?.cancel() }
    case .streaming: connection.task?.cancel()
    case .answering, .over: break
    }
  }

  func connectionBroke() {
    outlet?.end(isComplete: false)
    connection.task?.cancel()
  }

  func outputDrained() { outlet?.hasRoom() }

  func drainBegan() {
    if let outlet { return outlet.end(isComplete: true) }
    guard awaitsHead else { return }
    if connection.input.isEmpty { connection.close() } else { hastenHead() }
  }
}

extension RawWriter {
  /// Writes the line that opens a chunk (RFC 9112 §7.1).
  mutating func write(chunkSize count: Int) {
    let digitCount = max(1, (Int.bitWidth - count.leadingZeroBitCount + 3) / 4)
    write(hexadecimal: UInt64(count), digitCount: digitCount)
    write("\r\n")
  }
}

/// The target to which the closure of a stream writes the bytes of one response. Confined to the connection's loop.
final class HTTP1StreamTarget: HTTPStreamTarget, @unchecked Sendable {  // confined to `loop`, which is checked
  private let loop: EventLoop
  private var http: HTTP1Connection?
  private var left: Int64?
  private var isFinished = false

  init(_ http: HTTP1Connection, count: Int64?) {
    self.http = http
    loop = http.connection.loop
    left = count
  }

  /// `true` if the body has been finished and has the length that was announced.
  var isComplete: Bool { isFinished && (left ?? 0) == 0 }

  func write(_ bytes: HTTPBytes) async throws(HTTPBodyError) {
    loop.assertOnLoop()
    guard let http, !isFinished, !http.connection.isBroken else { throw .connectionLost }
    if let left {
      guard left >= Int64(bytes.count) else { throw .tooLarge(limit: left) }
      self.left = left - Int64(bytes.count)
    }
    http.appendPart(bytes)
    guard await http.sendOutput() else { throw .connectionLost }
    if http.connection.turn.isOver { await http.connection.endTurn() }
  }

  func finish() {
    loop.assertOnLoop()
    isFinished = true
  }

  /// Notes that the closure failed: the body is not complete, whatever it said before.
  func fail() { isFinished = false }

  /// Ends the writing: what is written from now on is refused.
  func detach() { http = nil }
}
