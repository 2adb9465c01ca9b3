// SPDX-License-Identifier: Apache-2.0

/// The outlet through which a source sends the bytes of one body. Confined to the connection's loop.
final class HTTP1Outlet: HTTPBodyOutlet, @unchecked Sendable {  // confined to `loop`, which is checked
  /// The bytes that are held back for a source that does not wait for room, before its connection is cut.
  private static let heldBackByteCount = 1024 * 1024

  let loop: EventLoop
  private var http: HTTP1Connection?
  private var source: (any HTTPBodySource)?  // until it is told that it is over: a source usually holds its outlet
  private var waitsForRoom = false
  private var isLeft = false

  /// `true` if the body was ended as complete.
  private(set) var isComplete = false

  init(_ http: HTTP1Connection, source: any HTTPBodySource) {
    self.http = http
    self.source = source
    loop = http.connection.loop
  }

  /// `true` once the body has ended, complete or not.
  var hasEnded: Bool { http == nil }

  /// Hands the outlet to its source, which may end the body at once.
  func open() {
    source?.opened(self)
    isLeft = true
  }

  func send(_ bytes: HTTPBytes) -> Bool {
    loop.assertOnLoop()
    guard let http else { return false }
    http.appendPart(bytes)
    if http.connection.flush() { return true }
    if http.connection.output.count > Self.heldBackByteCount { http.connection.breakOff() }
    waitsForRoom = true
    return false
  }

  func finish() {
    loop.assertOnLoop()
    end(isComplete: true)
  }

  /// Tells the source that there is room again, if it waits for that.
  func hasRoom() {
    guard waitsForRoom, http != nil else { return }
    waitsForRoom = false
    source?.outletHasRoom()
  }

  /// Ends the body; only the first call counts. Where the connection has been left to the source, a task goes on with it.
  func end(isComplete: Bool) {
    guard let http else { return }
    self.http = nil
    self.isComplete = isComplete
    guard isLeft else { return }
    http.server.run(http.connection) { await http.run(after: self) }
  }

  /// Tells the source that it is over.
  func close() {
    source?.outletClosed()
    source = nil
  }
}

/// The target to which the closure of a stream writes the bytes of one response. Confined to the connection's loop.
final class HTTP1StreamTarget: HTTPStreamTarget, @unchecked Sendable {  // confined to `loop`, which is checked
  private let loop: EventLoop
  private var http: HTTP1Connection?
  private var body: StreamedBody

  init(_ http: HTTP1Connection, count: Int64?) {
    self.http = http
    loop = http.connection.loop
    body = StreamedBody(count: count)
  }

  /// `true` if the body has been finished and has the length that was announced.
  var isComplete: Bool { body.isComplete }

  func write(_ bytes: HTTPBytes) async throws(HTTPBodyError) {
    loop.assertOnLoop()
    guard let http, !http.connection.isBroken else { throw .connectionLost }
    try body.write(bytes.count)
    http.appendPart(bytes)
    guard await http.sendOutput() else { throw .connectionLost }
    if http.connection.turn.isOver { await http.connection.endTurn() }
  }

  func write(_ region: HTTPFileRegion) async throws(HTTPBodyError) {
    loop.assertOnLoop()
    guard let http, !http.connection.isBroken else { throw .connectionLost }
    guard region.count > 0 else { return }
    try body.write(region.count)
    guard await http.sendPart(region) else { throw .connectionLost }
  }

  func finish() {
    loop.assertOnLoop()
    body.finish()
  }

  /// Notes that the closure failed: the body is not complete, whatever it said before.
  func fail() { body.fail() }

  /// Ends the writing: what is written from now on is refused.
  func detach() { http = nil }
}

/// The part of a connection that its requests hold, to send interim responses while the connection lives. A request
/// that is kept for longer keeps nothing else of the connection alive.
final class HTTP1InterimTarget: HTTPInterimTarget, @unchecked Sendable {  // `http` is confined to `loop`
  private let loop: EventLoop
  private var http: HTTP1Connection?

  init(_ http: HTTP1Connection) {
    self.http = http
    loop = http.connection.loop
  }

  /// The connection has ended.
  func detach() { http = nil }

  func sendInterim(_ status: HTTPStatus, fields: HTTPFields, for request: HTTPRequestID) {
    if loop.isCurrent {
      http?.sendInterim(status, fields: fields, for: request)
    } else {
      loop.execute { self.http?.sendInterim(status, fields: fields, for: request) }
    }
  }
}
