// SPDX-License-Identifier: Apache-2.0

/// The body of one HTTP/1 request, taken from its connection while it is read. Confined to the connection's loop.
final class HTTP1RequestBody: HTTPRequestBody, @unchecked Sendable {  // confined to the connection's loop
  let announcedCount: Int64?

  private enum State {
    case length(remaining: Int64)
    case chunked(HTTPChunkedDecoder)
    case ended
    case failed(HTTPBodyError)
  }

  let connection: Connection
  private var state: State
  private var rate: BodyRateLimit
  /// The number of bytes at the start of the connection's input that are lent to the reader.
  private(set) var lentCount = 0

  /// `true` while the sender waits for `100 Continue`.
  private(set) var waitsForContinue: Bool
  /// The bytes that have been handed to the reader.
  private(set) var receivedCount: Int64 = 0

  /// Makes the body of a head that announced one.
  init(_ head: HTTPRequestHead, limits: HTTPParserLimits, rate: BodyRateLimit, connection: Connection) {
    self.connection = connection
    self.rate = rate
    waitsForContinue = head.expectsContinue
    switch head.framing {
    case .none: (announcedCount, state) = (0, .ended)
    case .length(let count): (announcedCount, state) = (count, count > 0 ? .length(remaining: count) : .ended)
    case .chunked: (announcedCount, state) = (nil, .chunked(HTTPChunkedDecoder(limits: limits)))
    }
  }

  func next() async throws(HTTPBodyError) -> HTTPBodyChunk? {
    connection.loop.assertOnLoop()
    returnLentBytes()
    while true {
      if let chunk = try takeBuffered() { return chunk }
      if case .ended = state { return nil }
      if connection.turn.isOver { await connection.endTurn() }
      switch connection.receive(forBody: prefersLargeBlock) {
      case .some: continue
      case .none: try await waitForBytes()
      case .ended: throw fail(.connectionLost)
      }
    }
  }

  /// The number of bytes that are still to come; `nil` for a chunked body, and for one that has ended or failed.
  var remainingCount: Int64? { if case .length(let remaining) = state { remaining } else { nil } }

  /// Bytes of a body of known length were taken from the socket by another thread.
  func receivedElsewhere(_ count: Int) {
    guard count > 0, case .length(let remaining) = state else { return }
    let left = remaining - Int64(count)
    state = left > 0 ? .length(remaining: left) : .ended
    receivedCount += Int64(count)
    rate.received(count)
  }

  /// `true` if the body failed because the peer sent it too slowly.
  var isTooSlow: Bool { if case .failed(.tooSlow) = state { true } else { false } }

  // MARK: After the answer

  /// Returns `true` if the rest of the body can be dropped to use the connection again: it is chunked, or not longer
  /// than `limit` bytes, and the sender does not wait for `100 Continue`.
  func isDrainable(within limit: Int64) -> Bool {
    switch state {
    case .ended: true
    case .length(let remaining): remaining <= limit && !waitsForContinue
    case .chunked: !waitsForContinue
    case .failed: false
    }
  }

  /// `true` once the body has been taken from the connection to its end.
  var isRead: Bool { if case .ended = state { true } else { false } }

  /// The answer begins: from now on nothing is sent for the body's sake.
  func answerBegan() {
    guard waitsForContinue else { return }
    state = .failed(.connectionLost)
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

  /// Takes back what the last reader was lent.
  func returnLentBytes() {
    guard lentCount > 0 else { return }
    connection.input.consume(lentCount)
    lentCount = 0
  }

  // MARK: Reading

  private var prefersLargeBlock: Bool {
    if case .length(let remaining) = state { remaining > Int64(connection.pool.smallSize) } else { true }
  }

  private func takeBuffered() throws(HTTPBodyError) -> HTTPBodyChunk? {
    switch state {
    case .failed(let error): throw error
    case .ended: return nil
    case .length(let remaining):
      guard !connection.input.isEmpty else { return nil }
      let bytes = connection.input.bytes.prefix(Int(clamping: remaining))
      let left = remaining - Int64(bytes.count)
      state = left > 0 ? .length(remaining: left) : .ended
      return lend(UnsafeRawBufferPointer(rebasing: bytes), consuming: bytes.count)
    case .chunked(var decoder):
      guard !connection.input.isEmpty else { return nil }
      let chunk = try decode(with: &decoder)
      if case .chunked = state { state = .chunked(decoder) }
      return chunk
    }
  }

  private func decode(with decoder: inout HTTPChunkedDecoder) throws(HTTPBodyError) -> HTTPBodyChunk? {
    let bytes = connection.input.bytes
    switch decoder.decode(bytes) {
    case .needsMore(let consumed):
      connection.input.consume(consumed)
      return nil
    case .data(let range, let consumed):
      return lend(UnsafeRawBufferPointer(rebasing: bytes[range]), consuming: consumed)
    case .end(let consumed):
      connection.input.consume(consumed)
      state = .ended
      return nil
    case .violation(let violation):
      throw fail(.malformed(violation.reason))
    }
  }

  private func lend(_ bytes: UnsafeRawBufferPointer, consuming count: Int) -> HTTPBodyChunk {
    lentCount = count
    waitsForContinue = false
    receivedCount += Int64(bytes.count)
    rate.received(bytes.count)
    return HTTPBodyChunk(borrowing: bytes)
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
    if rate.hasFailed(afterWaiting: connection.loop.now - start) || hasStopped { throw fail(.tooSlow) }
  }

  private func fail(_ error: HTTPBodyError) -> HTTPBodyError {
    state = .failed(error)
    return error
  }

  private static let continueBytes = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
}

/// The body of a request that has none.
struct HTTPEmptyBody: HTTPRequestBody {
  var announcedCount: Int64? { 0 }
  func next() async throws(HTTPBodyError) -> HTTPBodyChunk? { nil }
}

extension HTTP1RequestBody {
  /// The bytes that another thread takes from the socket before others have their turn there: 1 MiB.
  private static let loanSize: Int64 = 1 << 20

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
    guard let remaining = remainingCount, connection.input.count == lentCount else { return nil }
    return connection.lendSocket(limit: Int(min(remaining, Self.loanSize)))
  }

  private func takeBack(_ loan: SocketLoan) {
    connection.takeBack(loan)
    receivedElsewhere(loan.count)
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
