// SPDX-License-Identifier: Apache-2.0

/// The body of one request on an HTTP/2 stream, kept from the time at which it comes until it is read. The windows bound
/// it. Confined to the connection's loop.
final class HTTP2RequestBody: HTTPRequestBody, @unchecked Sendable {  // confined to the connection's loop
  /// A run of bytes that have come.
  private struct Part {
    let block: UnsafeMutableRawBufferPointer  // borrowed from the pool
    var count = 0

    /// The room that is left.
    var room: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(rebasing: block[count...]) }
  }

  let announcedCount: Int64?
  private let loop: EventLoop
  private let pool: BlockPool
  private var stream: HTTP2Stream?
  private var parts: [Part] = []
  private var lent: Part?
  private var hasEnded = false
  private var failure: HTTPBodyError?
  private var waitsForContinue: Bool
  private var rate: BodyRateLimit
  private var window: HTTP2ReceiveWindow
  private var reader: UnsafeContinuation<Void, Never>?  // resumed by bytes, by the end, or by a failure
  private var waitStart: Int64 = 0
  private var hasStopped = false

  /// The bytes that have been handed to the reader.
  private(set) var receivedCount: Int64 = 0
  /// The time by which bytes have to come, in nanoseconds; `Int64.max` where nobody waits for any.
  private(set) var deadline = Int64.max

  /// Makes the body of a head that announced one.
  init(_ head: HTTPRequestHead, of stream: HTTP2Stream, rate: BodyRateLimit, window: HTTP2ReceiveWindow) {
    announcedCount = if case .length(let count) = head.framing { count } else { nil }
    self.stream = stream
    self.rate = rate
    self.window = window
    loop = stream.loop
    pool = stream.pool
    waitsForContinue = head.expectsContinue
  }

  deinit { releaseAll() }

  /// `true` if the body failed because the peer sent it too slowly.
  var isTooSlow: Bool { failure == .tooSlow }

  // MARK: Bytes that come

  /// Keeps bytes that have come; returns `false` where nobody will read them.
  func received(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard failure == nil else { return false }
    waitsForContinue = false
    rate.received(bytes.count)
    var rest = bytes
    while !rest.isEmpty {
      if parts.last?.room.isEmpty != false { parts.append(Part(block: takeBlock())) }
      let room = parts[parts.count - 1].room
      let taken = UnsafeRawBufferPointer(rebasing: rest.prefix(room.count))
      room.copyMemory(from: taken)
      parts[parts.count - 1].count += taken.count
      rest = UnsafeRawBufferPointer(rebasing: rest[taken.count...])
    }
    resumeReader()
    return true
  }

  /// Takes a large block only where bytes wait already, so that many bodies of which little comes cost little.
  private func takeBlock() -> UnsafeMutableRawBufferPointer { parts.isEmpty ? pool.takeSmall() : pool.takeLarge() }

  /// The body is complete.
  func ended() {
    hasEnded = true
    resumeReader()
  }

  /// Nothing more will come. What has not been read is dropped.
  func fail(_ error: HTTPBodyError) {
    if failure == nil, !hasEnded || !parts.isEmpty { failure = error }
    if let lent { stream?.consumed(lent.count) }
    dropUnread()
    stream = nil
    resumeReader()
  }

  private func dropUnread() {
    for part in parts {
      stream?.consumed(part.count)
      pool.give(part.block)
    }
    parts = []
  }

  private func releaseAll() {
    for part in parts { pool.give(part.block) }
    if let lent { pool.give(lent.block) }
  }

  // MARK: Reading

  func next() async throws(HTTPBodyError) -> HTTPBodyChunk? {
    loop.assertOnLoop()
    returnLentBytes()
    while true {
      if let failure { throw failure }
      if !parts.isEmpty { return lend(parts.removeFirst()) }
      if hasEnded { return nil }
      await waitForBytes()
    }
  }

  private func lend(_ part: Part) -> HTTPBodyChunk {
    lent = part
    receivedCount += Int64(part.count)
    return HTTPBodyChunk(borrowing: UnsafeRawBufferPointer(rebasing: part.block.prefix(part.count)))
  }

  /// Takes back what the last reader was lent, and has as much more sent.
  func returnLentBytes() {
    guard let part = lent else { return }
    lent = nil
    pool.give(part.block)
    let larger = window.consumed(part.count, leavesNothing: parts.isEmpty && !hasEnded)
    stream?.consumed(part.count, growingTo: larger)
  }

  private func waitForBytes() async {
    if waitsForContinue {
      waitsForContinue = false
      stream?.sendContinue()
    }
    waitStart = loop.now
    deadline = waitStart.addingSaturated(rate.allowance)
    stream?.deadlineMoved()
    await withUnsafeContinuation { reader = $0 }
    deadline = .max
    let isTooSlow = rate.hasFailed(afterWaiting: loop.now - waitStart)
    if isTooSlow || hasStopped, failure == nil { fail(.tooSlow) }
  }

  /// The server ends: waits no longer than so many nanoseconds at a time.
  func hasten(to limit: Int64) {
    guard reader != nil else { return }
    deadline = min(deadline, loop.now.addingSaturated(limit))
    stream?.deadlineMoved()
  }

  /// Ends the wait where its deadline has passed; with `isStrict`, no pause is allowed at all.
  func checkDeadline(isStrict: Bool) {
    guard deadline <= loop.now, reader != nil else { return }
    hasStopped = isStrict
    resumeReader()
  }

  private func resumeReader() {
    guard let reader else { return }
    self.reader = nil
    reader.resume()
  }

  /// The response begins: from now on nothing is sent for the body's sake.
  func responseBegan() {
    if waitsForContinue { fail(.connectionLost) }
  }
}

/// The bytes of one body that may come before the first are consumed. A reader that is faster than its peer gets more at a
/// time, as the window and not the reader would be what holds a distant peer back.
struct HTTP2ReceiveWindow: Hashable {
  /// The bytes of the window.
  private(set) var size: Int32
  private let limit: Int32
  private var consumedCount = 0
  private var hasCaughtUp = false

  /// Makes a window of so many bytes that grows to `limit` bytes at most.
  init(size: Int32, limit: Int32) {
    self.size = size
    self.limit = limit
  }

  /// Notes that bytes have been consumed, and whether those were all that had come; gives the new size where it grows:
  /// twice the old one, each time that a window's bytes have been consumed and the reader had to wait for more.
  mutating func consumed(_ count: Int, leavesNothing: Bool) -> Int32? {
    consumedCount += count
    hasCaughtUp = hasCaughtUp || leavesNothing
    guard consumedCount >= Int(size) else { return nil }
    defer { (consumedCount, hasCaughtUp) = (0, false) }
    guard hasCaughtUp, size < limit else { return nil }
    size = min(limit, 2 * size)
    return size
  }
}
