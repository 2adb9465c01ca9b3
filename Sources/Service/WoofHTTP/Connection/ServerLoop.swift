// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import WoofHTTPSemantics

/// The part of a server on one loop: its connections there, and what they share. Confined to the loop.
final class ServerLoop: @unchecked Sendable {  // confined to `loop`
  let loop: EventLoop
  let responder: any HTTPResponder
  let limits: HTTPServerLimits
  let parserLimits: HTTPParserLimits
  /// The time limits, in nanoseconds.
  let timeouts: Timeouts
  /// The proxies that may name the client of a request.
  let proxies: TrustedProxies
  /// The hosts that requests may name; `nil` for any.
  let hosts: HTTPHostRule?
  /// The fields that every answer carries, as they are written.
  private let commonLines: [UInt8]
  /// The same for those that go to a client over an encrypted connection.
  private let secureLines: [UInt8]
  let pool: BlockPool

  /// `true` once the server shuts down.
  private(set) var isDraining = false

  /// Counts the connections of all loops.
  let ledger: ConnectionLedger
  /// The number of connections that are being told why they are refused.
  var refusingCount = 0

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
    proxies = configuration.proxies
    hosts = configuration.hosts
    commonLines = configuration.commonFields.wireBytes
    secureLines = commonLines + configuration.secureFields.wireBytes
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

  /// The fields that every answer to such a client carries, as they are written.
  func commonLines(isSecure: Bool) -> [UInt8] { isSecure ? secureLines : commonLines }

  /// The time that is so many nanoseconds away.
  func deadline(in time: Int64) -> Int64 { loop.now.addingSaturated(time) }

  // MARK: Connections

  /// Has a connection that was taken on these terms served.
  func start(
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

/// The properties that the connections of a listener share.
struct ListenerTraits {
  /// The TLS context of the connections; `nil` for plain ones.
  var tls: TLSContextSlot?
  /// `true` if the connections begin with a header of the PROXY protocol.
  var takesProxyHeader = false
}

extension ServerLoop {
  /// The largest number of connections that are told at the same time why they are refused. Others are closed at once.
  private static let maximalRefusingCount = 64

  /// Serves a socket that has been accepted, or refuses it where there are too many.
  ///
  /// A proxy that is trusted brings the connections of many clients, so the limit for one address is not for its own.
  func accepted(_ descriptor: Int32, from address: SocketAddress, at listener: ListenerTraits) {
    let isUnix = address.family == AF_UNIX
    let peer = HTTPPeer(
      address: isUnix ? "unix" : address.text, port: address.port, isSecure: listener.tls != nil,
      userID: isUnix ? UInt32(exactly: woof_peer_user(descriptor)) : nil)
    let connection = Connection(
      descriptor: descriptor, peer: peer, loop: loop, pool: pool, writeStallTimeout: timeouts.writeStall)
    connection.isTrustedProxy = proxies.trusts(address)
    if listener.takesProxyHeader, !connection.isTrustedProxy {
      ledger.refuseStranger()
      return refuse(connection, HTTPViolation(403, "connections to this port come through a trusted proxy"))
    }
    let key = connection.isTrustedProxy ? nil : address.ipAddress?.countingKey
    switch ledger.admit(key) {
    case .admitted: start(connection, .counted(key)) { [self] in await serve(connection, at: listener) }
    case .full:
      refuse(connection, HTTPViolation(503, "the server has too many connections", limit: limits.connectionCount))
    case .addressFull: refuse(connection, tooManyFromAddress)
    }
  }

  private func serve(_ connection: Connection, at listener: ListenerTraits) async -> HTTP1Connection.Outcome {
    if listener.takesProxyHeader, let outcome = await takeProxyHeader(of: connection) { return outcome }
    guard let tls = listener.tls else { return await HTTP1Connection(connection, server: self).run() }
    let deadline = deadline(in: timeouts.handshake)
    switch await connection.startTLS(tls.current, by: deadline) {
    case .encrypted: return await HTTP1Connection(connection, server: self).run()
    case .plainHTTP:
      let violation = HTTPViolation(400, "plain HTTP was sent to a port that speaks TLS")
      return await HTTP1Connection(connection, server: self).refuse(violation)
    case .failed:
      if loop.now >= deadline { note(.handshake) }
      return .over
    }
  }

  /// Takes the header of a proxy, and counts the connection as one of the client that it names; `nil` when the connection
  /// can be served.
  private func takeProxyHeader(of connection: Connection) async -> HTTP1Connection.Outcome? {
    let isEncrypted = connection.peer.isSecure
    let header: ProxyHeader
    let deadline = deadline(in: timeouts.head)
    switch await connection.receiveProxyHeader(by: deadline) {
    case .announced(let announced): header = announced
    case .failed:
      if loop.now >= deadline { note(.head) }
      return .over
    case .malformed(let reason):
      ledger.refuseStranger()
      return isEncrypted ? .over : await HTTP1Connection(connection, server: self).refuse(HTTPViolation(400, reason))
    }
    guard let source = header.source else { return nil }
    connection.peer = HTTPPeer(
      address: source.description, port: header.port, isSecure: isEncrypted || header.isSecure == true)
    connection.isTrustedProxy = proxies.trusts(source)
    guard !connection.isTrustedProxy else { return nil }
    guard ledger.count(source.countingKey) else {
      return isEncrypted ? .over : await HTTP1Connection(connection, server: self).refuse(tooManyFromAddress)
    }
    connection.admission = .counted(source.countingKey)
    return nil
  }

  private var tooManyFromAddress: HTTPViolation {
    HTTPViolation(
      429, "there are too many connections from this address", limit: limits.connectionCountPerAddress)
  }

  /// Answers a connection that is one too many. Only a few are answered at the same time, the others just closed, and so
  /// is an encrypted one: its handshake would cost more than what it is refused.
  private func refuse(_ connection: Connection, _ violation: HTTPViolation) {
    guard !connection.peer.isSecure, refusingCount < Self.maximalRefusingCount else { return connection.close() }
    refusingCount += 1
    start(connection, .refused) { [self] in await HTTP1Connection(connection, server: self).refuse(violation) }
  }
}

/// The `Date` field of answers (RFC 9110 §6.6.1), made once a second.
struct DateLine {
  private var second = Int64.min
  private var line: [UInt8] = []

  /// The line for a time, given in seconds since 1970, with its end.
  mutating func bytes(at time: Int64) -> [UInt8] {
    if time != second {
      second = time
      line = Array("Date: \(HTTPDate(secondsSince1970: time))\r\n".utf8)
    }
    return line
  }
}
