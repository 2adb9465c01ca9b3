import CLinux
import Glibc

/// What a server has on one loop: its connections there, and what they share. Confined to the loop.
final class ServerLoop: @unchecked Sendable {  // confined to `loop`
  let loop: EventLoop
  let responder: any HTTPResponder
  let limits: HTTPServerLimits
  let parserLimits: HTTPParserLimits
  /// The time limits, in nanoseconds.
  let timeouts: Timeouts
  /// The fields that every answer carries, as they are written.
  let commonLines: [UInt8]
  let pool: BlockPool

  /// Whether the server ends.
  private(set) var isDraining = false

  private let ledger: ConnectionLedger
  private var refusingCount = 0
  private static let maximalRefusingCount = 64

  private let requestIDPrefix: UInt32
  private var requestCount: UInt64 = 0
  private var dateLine = DateLine()
  private var dateCheckedAt = Int64.min / 2
  private var second: Int64 = 0
  private static let dateCheckInterval: Int64 = 10_000_000
  private var connections: [Connection] = []
  private var idleObservers: [@Sendable () -> Void] = []

  init(
    loop: EventLoop, configuration: HTTPServerConfiguration, responder: any HTTPResponder, ledger: ConnectionLedger
  ) {
    self.loop = loop
    self.ledger = ledger
    self.responder = responder
    limits = configuration.limits
    parserLimits = HTTPParserLimits(
      headByteCount: limits.headByteCount, targetByteCount: limits.targetByteCount, fieldCount: limits.fieldCount)
    timeouts = Timeouts(limits)
    commonLines = configuration.commonFields.wireBytes
    pool = BlockPool(smallSize: limits.headByteCount)
    requestIDPrefix = .random(in: .min ... .max)
  }

  /// The name of a new request.
  func makeRequestID() -> HTTPRequestID {
    requestCount += 1
    return HTTPRequestID(prefix: requestIDPrefix, number: requestCount)
  }

  /// The `Date` field of an answer that is sent now.
  func currentDateLine() -> [UInt8] {
    if loop.now - dateCheckedAt >= Self.dateCheckInterval {
      dateCheckedAt = loop.now
      second = loop.clock.unixSeconds
    }
    return dateLine.bytes(at: second)
  }

  /// Counts a connection whose peer was too slow.
  func note(_ timeout: HTTPServerStatistics.Timeout) { ledger.note(timeout) }

  /// The time that is so many nanoseconds away.
  func deadline(in time: Int64) -> Int64 { loop.now.addingSaturated(time) }

  // MARK: Connections

  /// Serves a socket that has been accepted, or refuses it where there are too many.
  func accepted(_ descriptor: Int32, from address: SocketAddress, tls: TLSContextSlot?) {
    let isUnix = address.family == AF_UNIX
    let peer = HTTPPeer(
      address: isUnix ? "unix" : address.text, port: address.port, isSecure: tls != nil,
      userID: isUnix ? UInt32(exactly: woof_peer_user(descriptor)) : nil)
    let connection = Connection(
      descriptor: descriptor, peer: peer, loop: loop, pool: pool, writeStallTimeout: timeouts.writeStall)
    let key = address.countingKey
    switch ledger.admit(key) {
    case .admitted: serve(connection, countedAs: key, tls: tls)
    case .full:
      refuse(connection, HTTPViolation(503, "the server has too many connections", limit: limits.connectionCount))
    case .addressFull:
      let limit = limits.connectionCountPerAddress
      refuse(connection, HTTPViolation(429, "there are too many connections from this address", limit: limit))
    }
  }

  private func serve(_ connection: Connection, countedAs key: UInt64?, tls: TLSContextSlot?) {
    start(connection, .counted(key)) { [self] in
      guard let tls else { return await HTTP1Connection(connection, server: self).run() }
      return await serve(connection, with: tls.current)
    }
  }

  private func serve(_ connection: Connection, with context: TLSContext) async -> HTTP1Connection.Outcome {
    let deadline = deadline(in: timeouts.handshake)
    switch await connection.startTLS(context, by: deadline) {
    case .encrypted: return await HTTP1Connection(connection, server: self).run()
    case .plainHTTP:
      let violation = HTTPViolation(400, "plain HTTP was sent to a port that speaks TLS")
      return await HTTP1Connection(connection, server: self).refuse(violation)
    case .failed:
      if loop.now >= deadline { note(.handshake) }
      return .over
    }
  }

  /// Answers a connection that is one too many. Only a few are answered at the same time, the others just closed, and so
  /// is an encrypted one: its handshake would cost more than what it is refused.
  private func refuse(_ connection: Connection, _ violation: HTTPViolation) {
    guard !connection.peer.isSecure, refusingCount < Self.maximalRefusingCount else { return connection.close() }
    refusingCount += 1
    start(connection, .refused) { [self] in await HTTP1Connection(connection, server: self).refuse(violation) }
  }

  private func start(
    _ connection: Connection, _ admission: Connection.Admission,
    _ serve: @escaping @Sendable () async -> HTTP1Connection.Outcome
  ) {
    connection.admission = admission
    connection.registryIndex = connections.count
    connections.append(connection)
    do { try connection.open() } catch { return end(connection) }
    run(connection, serve)
  }

  /// Has a task serve a connection, until the connection ends or is left to a source.
  func run(_ connection: Connection, _ serve: @escaping @Sendable () async -> HTTP1Connection.Outcome) {
    connection.task = Task(executorPreference: loop) { [self] in
      if await serve() == .over { end(connection) }
    }
  }

  private func end(_ connection: Connection) {
    connection.close()
    connection.releaseBuffers()
    connection.task = nil
    remove(connection)
    switch connection.admission {
    case .counted(let key): ledger.release(key)
    case .refused: refusingCount -= 1
    }
  }

  /// Does nothing for a connection that has been removed.
  private func remove(_ connection: Connection) {
    guard connection.registryIndex >= 0 else { return }
    let last = connections.removeLast()
    if last !== connection {
      connections[connection.registryIndex] = last
      last.registryIndex = connection.registryIndex
    }
    connection.registryIndex = -1
    if connections.isEmpty { becameIdle() }
  }

  // MARK: The end

  /// Tells all connections to finish, and calls `whenIdle`, once, when none is left.
  func drain(whenIdle: @escaping @Sendable () -> Void) {
    isDraining = true
    idleObservers.append(whenIdle)
    for connection in connections { connection.drain(stallLimit: timeouts.drainStall) }
    if connections.isEmpty { becameIdle() }
  }

  /// Cuts what is left. What its handlers still do goes on in the background, without a connection.
  func cut() {
    for connection in connections {
      connection.cut()
      remove(connection)
    }
  }

  private func becameIdle() {
    let observers = idleObservers
    idleObservers = []
    for observer in observers { observer() }
  }
}

/// The time limits of a server in nanoseconds.
struct Timeouts {
  let head: Int64
  let handshake: Int64
  let keepAlive: Int64
  let bodyRateWindow: Int64
  let writeStall: Int64
  let drainStall: Int64
  let linger: Int64

  init(_ limits: HTTPServerLimits) {
    head = limits.headTimeout.nanoseconds
    handshake = limits.handshakeTimeout.nanoseconds
    keepAlive = limits.keepAliveTimeout.nanoseconds
    bodyRateWindow = limits.bodyRateWindow.nanoseconds
    writeStall = limits.writeStallTimeout.nanoseconds
    drainStall = limits.drainStallTimeout.nanoseconds
    linger = limits.lingerTimeout.nanoseconds
  }
}
