// SPDX-License-Identifier: Apache-2.0

/// The outlet through which a source sends the bytes of one body over a stream. Confined to the connection's loop.
final class HTTP2Outlet: HTTPBodyOutlet, @unchecked Sendable {  // confined to `loop`, which is checked
  /// The bytes that are held back for a source that does not wait for room, before its stream is reset.
  private static let heldBackByteCount: Int64 = 1024 * 1024

  let loop: EventLoop
  private var stream: HTTP2Stream?
  private var source: (any HTTPBodySource)?  // until it is told that it is over: a source usually holds its outlet

  /// `true` if the source is to be told when there is room.
  private(set) var waitsForRoom = false

  init(_ stream: HTTP2Stream, source: any HTTPBodySource) {
    self.stream = stream
    self.source = source
    loop = stream.loop
  }

  /// Hands the outlet to its source, which may end the body at once.
  func open() { source?.opened(self) }

  func send(_ bytes: HTTPBytes) -> Bool {
    loop.assertOnLoop()
    guard let stream, let heldBackCount = stream.append(.bytes(bytes)) else { return false }
    if heldBackCount > Self.heldBackByteCount { end(isComplete: false) }
    waitsForRoom = heldBackCount > HTTP2Stream.roomByteCount
    return !waitsForRoom
  }

  func finish() {
    loop.assertOnLoop()
    end(isComplete: true)
  }

  /// Tells the source that there is room again, if it waits for that.
  func hasRoom() {
    guard waitsForRoom, stream != nil else { return }
    waitsForRoom = false
    source?.outletHasRoom()
  }

  /// Ends the body, and tells the source; only the first call counts.
  func end(isComplete: Bool) {
    guard let stream else { return }
    self.stream = nil
    stream.endBody(isComplete: isComplete)
    source?.outletClosed()
    source = nil
  }
}

/// The target to which the closure of a stream writes the bytes of one response. Confined to the connection's loop.
final class HTTP2StreamTarget: HTTPStreamTarget, @unchecked Sendable {  // confined to `loop`, which is checked
  private let loop: EventLoop
  private var stream: HTTP2Stream?
  private var body: StreamedBody

  init(_ stream: HTTP2Stream, count: Int64?) {
    self.stream = stream
    loop = stream.loop
    body = StreamedBody(count: count)
  }

  /// `true` if the body has been finished and has the length that was announced.
  var isComplete: Bool { body.isComplete }

  func write(_ bytes: HTTPBytes) async throws(HTTPBodyError) {
    loop.assertOnLoop()
    guard let stream else { throw .connectionLost }
    try body.write(bytes.count)
    guard stream.append(.bytes(bytes)) != nil, await stream.waitForRoom() else { throw .connectionLost }
  }

  func write(_ region: HTTPFileRegion) async throws(HTTPBodyError) {
    loop.assertOnLoop()
    guard let stream else { throw .connectionLost }
    try body.write(region.count)
    guard stream.append(.file(region)) != nil, await stream.waitForRoom() else { throw .connectionLost }
  }

  func finish() {
    loop.assertOnLoop()
    body.finish()
  }

  /// Notes that the closure failed: the body is not complete, whatever it said before.
  func fail() { body.fail() }

  /// Ends the writing: what is written from now on is refused.
  func detach() { stream = nil }
}
