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
