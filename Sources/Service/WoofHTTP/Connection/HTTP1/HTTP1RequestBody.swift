// SPDX-License-Identifier: Apache-2.0

/// The body of one HTTP/1 request, taken from its connection while it is read. Confined to the connection's loop.
///
/// ``HTTP1BodyDecoder`` and ``BodyRateLimit`` decide; this lends the bytes and waits for them.
final class HTTP1RequestBody: HTTPRequestBody, @unchecked Sendable {  // confined to the connection's loop
  /// The bytes that another thread takes from the socket before others have their turn there: 1 MiB.
  private static let loanSize: Int64 = 1 << 20
  private static let continueBytes = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  private let connection: Connection
  private var decoder: HTTP1BodyDecoder
  private var rate: BodyRateLimit
  /// The number of bytes at the start of the connection's input that are lent to the reader.
  private var lentCount = 0
  /// `true` while the sender waits for `100 Continue`.
  private var waitsForContinue: Bool
  /// The bytes that have been handed to the reader.
  private(set) var receivedCount: Int64 = 0

  /// Makes the body of a head that announced one.
  init(_ head: HTTPRequestHead, limits: HTTPParserLimits, rate: BodyRateLimit, connection: Connection) {
    self.connection = connection
    self.rate = rate
    waitsForContinue = head.expectsContinue
    decoder = HTTP1BodyDecoder(head.framing, limits: limits)
  }

  var announcedCount: Int64? { decoder.announcedCount }

  /// `true` if the body failed because the peer sent it too slowly.
  var isTooSlow: Bool { decoder.failure == .tooSlow }

  /// The state of the body, where at most `limit` bytes of it may be dropped to use the connection again. Of a chunked
  /// body it is not known beforehand whether it is longer.
  func state(droppingAtMost limit: Int64) -> HTTP1StateMachine.BodyState {
    if decoder.hasEnded { return .read }
    if decoder.failure != nil || waitsForContinue { return .undrainable }
    return (decoder.remainingCount ?? 0) <= limit ? .drainable : .undrainable
  }

  // MARK: Reading

  func next() async throws(HTTPBodyError) -> HTTPBodyChunk? {
    connection.loop.assertOnLoop()
    returnLentBytes()
    while true {
      if let chunk = try takeBuffered() { return chunk }
      if decoder.hasEnded { return nil }
      if connection.turn.isOver { await connection.endTurn() }
      switch connection.receive(forBody: prefersLargeBlock) {
      case .some: continue
      case .none: try await waitForBytes()
      case .ended: throw decoder.fail(.connectionLost)
      }
    }
  }

  private var prefersLargeBlock: Bool {
    guard let remaining = decoder.remainingCount else { return true }
    return remaining > Int64(connection.pool.smallSize)
  }

  private func takeBuffered() throws(HTTPBodyError) -> HTTPBodyChunk? {
    let bytes = connection.input.bytes
    switch try decoder.decode(bytes) {
    case .needsMore(let consumed), .ended(let consumed):
      if consumed > 0 { connection.input.consume(consumed) }
      return nil
    case .bytes(let range, let consumed):
      return lend(UnsafeRawBufferPointer(rebasing: bytes[range]), consuming: consumed)
    }
  }

  private func lend(_ bytes: UnsafeRawBufferPointer, consuming count: Int) -> HTTPBodyChunk {
    lentCount = count
    waitsForContinue = false
    receivedCount += Int64(bytes.count)
    rate.received(bytes.count)
    return HTTPBodyChunk(borrowing: bytes)
  }

  /// Takes back what the last reader was lent.
  func returnLentBytes() {
    guard lentCount > 0 else { return }
    connection.input.consume(lentCount)
    lentCount = 0
  }

  private func waitForBytes() async throws(HTTPBodyError) {
    if waitsForContinue {
      waitsForContinue = false
      connection.output.append(Self.continueBytes)
      connection.flush()
    }
    connection.input.releaseIfEmpty()
    let start = connection.loop.now
    let isInTime = await connection.waitUntilReadable(by: start.addingSaturated(rate.allowance))
    let hasStopped = !isInTime && connection.stallLimit != nil
    if rate.hasFailed(afterWaiting: connection.loop.now - start) || hasStopped { throw decoder.fail(.tooSlow) }
  }

  // MARK: Reading on another thread

  func forEachChunk(
    on run: HTTPBlockingRunner, _ consume: @escaping @Sendable (RawSpan) throws -> Void
  ) async throws {
    while let chunk = try await next() {
      guard let loan = lendSocket() else {
        try await run { try chunk.withBytes(consume) }
        continue
      }
      defer { takeBack(loan) }
      try await run {
        try chunk.withBytes(consume)
        try loan.forEach(consume)
      }
    }
  }

  private func lendSocket() -> SocketLoan? {
    guard let remaining = decoder.remainingCount, connection.input.count == lentCount else { return nil }
    return connection.lendSocket(limit: Int(min(remaining, Self.loanSize)))
  }

  private func takeBack(_ loan: SocketLoan) {
    connection.takeBack(loan)
    decoder.skip(loan.count)
    receivedCount += Int64(loan.count)
    rate.received(loan.count)
  }

  // MARK: After the response

  /// The response begins: from now on nothing is sent for the body's sake.
  func responseBegan() {
    if waitsForContinue { _ = decoder.fail(.connectionLost) }
  }

  /// Reads and drops what has not been read; returns `true` if that reached the end within `limit` bytes.
  func drain(within limit: Int64) async -> Bool {
    var dropped: Int64 = 0
    do {
      while let chunk = try await next() {
        dropped += Int64(chunk.count)
        if dropped > limit { return false }
      }
      return true
    } catch {
      return false
    }
  }
}

/// Finds the bytes of one request's body in what comes, without their framing (RFC 9112 §6).
struct HTTP1BodyDecoder {
  /// A finding, for the start of the bytes that the decoder was shown.
  enum Step: Hashable {
    /// The bytes end before anything can be handed on; the first `consumed` of them are done with.
    case needsMore(consumed: Int)
    /// The bytes in the range, at least one, belong to the body; the first `consumed` bytes are done with.
    case bytes(Range<Int>, consumed: Int)
    /// The body has ended; the first `consumed` bytes are done with, what follows is the next request.
    case ended(consumed: Int)
  }

  private enum State {
    case length(remaining: Int64)
    case chunked(HTTPChunkedDecoder)
    case ended
    case failed(HTTPBodyError)
  }

  /// The announced length in bytes; `nil` for a chunked body.
  let announcedCount: Int64?
  private var state: State

  /// Makes the decoder of a body.
  init(_ framing: BodyFraming, limits: HTTPParserLimits) {
    switch framing {
    case .none: (announcedCount, state) = (0, .ended)
    case .length(let count): (announcedCount, state) = (count, count > 0 ? .length(remaining: count) : .ended)
    case .chunked: (announcedCount, state) = (nil, .chunked(HTTPChunkedDecoder(limits: limits)))
    }
  }

  /// The number of bytes that are still to come; `nil` for a chunked body, and for one that has ended or failed.
  var remainingCount: Int64? {
    switch state {
    case .length(let remaining): remaining
    case .chunked, .ended, .failed: nil
    }
  }

  /// `true` once the body has been taken to its end.
  var hasEnded: Bool { if case .ended = state { true } else { false } }

  /// The reason for which the body cannot be read to its end; `nil` where there is none.
  var failure: HTTPBodyError? { if case .failed(let error) = state { error } else { nil } }

  /// Looks at bytes that have not been consumed yet.
  ///
  /// - Throws: What the body has failed with, now or before; `malformed` where its framing is broken.
  mutating func decode(
    _ bytes: UnsafeRawBufferPointer  // the connection's receive buffer, lent for this call
  ) throws(HTTPBodyError) -> Step {
    switch state {
    case .failed(let error): throw error
    case .ended: return .ended(consumed: 0)
    case .length(let remaining):
      guard !bytes.isEmpty else { return .needsMore(consumed: 0) }
      let count = min(bytes.count, Int(clamping: remaining))
      skip(count)
      return .bytes(0..<count, consumed: count)
    case .chunked(var decoder):
      guard !bytes.isEmpty else { return .needsMore(consumed: 0) }
      let result = decoder.decode(bytes)
      state = .chunked(decoder)
      switch result {
      case .needsMore(let consumed): return .needsMore(consumed: consumed)
      case .data(let range, let consumed): return .bytes(range, consumed: consumed)
      case .end(let consumed):
        state = .ended
        return .ended(consumed: consumed)
      case .violation(let violation): throw fail(.malformed(violation.reason))
      }
    }
  }

  /// Notes that bytes of a body of known length were taken elsewhere.
  mutating func skip(_ count: Int) {
    guard count > 0, case .length(let remaining) = state else { return }
    let left = remaining - Int64(count)
    state = left > 0 ? .length(remaining: left) : .ended
  }

  /// Ends the body as one that cannot be read to its end; gives the reason back.
  mutating func fail(_ error: HTTPBodyError) -> HTTPBodyError {
    state = .failed(error)
    return error
  }
}

/// Tells a slow sender from a slow reader: only the time spent waiting for bytes counts. In every window of waiting time
/// a minimum of bytes has to come.
struct BodyRateLimit: Hashable, Sendable {
  private let window: Int64
  private let minimumCount: Int64
  private var waited: Int64 = 0
  private var received: Int64 = 0

  /// Makes a limit of so many bytes per second, measured over windows of so many nanoseconds.
  init(bytesPerSecond: Int, window: Int64) {
    self.window = max(1, window)
    let perNanosecond = Double(bytesPerSecond) / 1_000_000_000
    minimumCount = Int64(max(1, min(perNanosecond * Double(window), 1e18)))
  }

  /// The time in nanoseconds that may be waited before the next call of ``hasFailed(afterWaiting:)``.
  var allowance: Int64 { window - waited }

  /// Notes that bytes have come.
  mutating func received(_ count: Int) { received += Int64(count) }

  /// Notes a wait; returns `true` if the sender has been too slow.
  mutating func hasFailed(afterWaiting time: Int64) -> Bool {
    waited += min(max(0, time), window)
    guard waited >= window else { return false }
    defer { (waited, received) = (0, 0) }
    return received < minimumCount
  }
}

/// The body of a request that has none.
struct HTTPEmptyBody: HTTPRequestBody {
  var announcedCount: Int64? { 0 }
  func next() async throws(HTTPBodyError) -> HTTPBodyChunk? { nil }
}
