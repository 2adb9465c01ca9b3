/// Where a body source sends the bytes of one answer. Confined to the connection's loop.
final class HTTP1Outlet: HTTPBodyOutlet, @unchecked Sendable {  // confined to `loop`, which is checked
  /// The bytes that are held back for a source that does not wait for room, before its connection is cut.
  private static let heldBackByteCount = 1024 * 1024

  let loop: EventLoop
  private var source: (any HTTPBodySource)?  // until the end: a source usually holds its outlet
  private var http: HTTP1Connection?
  private var ending: UnsafeContinuation<Void, Never>?  // resumed by the first `end`
  private var waitsForRoom = false

  /// Whether the body has been sent whole.
  private(set) var isComplete = false

  init(_ http: HTTP1Connection, source: any HTTPBodySource) {
    self.http = http
    self.source = source
    loop = http.connection.loop
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

  /// What was held back has gone out.
  func hasRoom() {
    guard waitsForRoom, http != nil else { return }
    waitsForRoom = false
    source?.outletHasRoom()
  }

  /// Ends the body; only the first call counts.
  func end(isComplete: Bool) {
    guard http != nil else { return }
    http = nil
    source = nil
    self.isComplete = isComplete
    ending?.resume()
    ending = nil
  }

  func waitForEnd() async {
    guard http != nil else { return }
    await withUnsafeContinuation { ending = $0 }
  }
}
