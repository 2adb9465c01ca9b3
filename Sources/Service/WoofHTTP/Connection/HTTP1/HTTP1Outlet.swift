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
