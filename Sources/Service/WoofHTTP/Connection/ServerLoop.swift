// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import WoofHTTPSemantics

/// The reasons for which a task stops serving a connection.
enum ConnectionOutcome {
  /// The connection has ended.
  case over
  /// A source makes the body of a response; its end goes on with the connection.
  case leftToSource
}

/// The part of a server on one loop: its connections there, and what they share. Confined to the loop.
final class ServerLoop: AcceptedSocketHandler, @unchecked Sendable {  // confined to `loop`
  let loop: EventLoop
  let responder: any HTTPResponder
  let limits: HTTPServerLimits
  let parserLimits: HTTPParserLimits
  /// The time limits, in nanoseconds.
  let timeouts: Timeouts
  /// The care for peers that still send when their connection ends.
  let linger: LingerPolicy
  /// The proxies that may name the client of a request.
  let proxies: TrustedProxies
  /// `true` if HTTP/2 is spoken.
  let speaksHTTP2: Bool
  /// The hosts that requests may name; `nil` for any.
  let hosts: HTTPHostRule?
  /// The fields that every response carries.
  private let commonFields: HTTPFields
  /// The fields that a response to a client over an encrypted connection carries.
  private let secureFields: HTTPFields
  let pool: BlockPool

  /// `true` once the server shuts down.
  private(set) var isDraining = false

  /// Counts the connections of all loops.
  let ledger: ConnectionLedger
  /// The number of connections that are being told why they are refused.
  var refusingCount = 0

  private let requestIDPrefix: UInt32
  // Without checks at run time, as the values of `HTTP1Connection`; so are the line and the connections below.
  @exclusivity(unchecked) private var requestCount: UInt64 = 0
  @exclusivity(unchecked) private var dateLine = DateLine()
  private var dateCheckedAt = Int64.min / 2
  private var second: Int64 = 0
  private static let dateCheckInterval: Int64 = 10_000_000
  @exclusivity(unchecked) private var connections: [Connection] = []
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
    linger = LingerPolicy(limits)
    proxies = configuration.proxies
    speaksHTTP2 = configuration.speaksHTTP2
    hosts = configuration.hosts
    commonFields = configuration.commonFields
    var secureFields = configuration.commonFields
    secureFields.append(contentsOf: configuration.secureFields)
    self.secureFields = secureFields
    pool = BlockPool(smallSize: limits.headByteCount)
    requestIDPrefix = .random(in: .min ... .max)
  }

  /// The name of a new request.
  func makeRequestID() -> HTTPRequestID {
    requestCount += 1
    return HTTPRequestID(prefix: requestIDPrefix, number: requestCount)
  }

  /// The `Date` field of a response that is sent now.
  func currentDateLine() -> [UInt8] {
    if loop.now - dateCheckedAt >= Self.dateCheckInterval {
      dateCheckedAt = loop.now
      second = loop.clock.unixSeconds
    }
    return dateLine.bytes(at: second)
  }

  /// Counts a connection whose peer was too slow.
  func note(_ timeout: HTTPServerStatistics.Timeout) { ledger.note(timeout) }

  /// The fields that every response to such a client carries, as they are written.
  func commonLines(isSecure: Bool) -> [UInt8] {
    isSecure ? secureFields.wireBytes : commonFields.wireBytes
  }

  /// The fields that every response to such a client carries.
  func commonFields(isSecure: Bool) -> HTTPFields { isSecure ? secureFields : commonFields }

  /// The time that is so many nanoseconds away.
  func deadline(in time: Int64) -> Int64 { loop.now.addingSaturated(time) }

  /// Makes the request of a head that has come over a connection, whatever protocol it came in.
  func makeRequest(
    _ head: HTTPRequestHead, body: (any HTTPRequestBody)?, over connection: Connection,
    interimTarget: any HTTPInterimTarget
  ) -> HTTPRequest {
    let client = connection.isTrustedProxy ? proxies.client(behind: connection.peer, saying: head.fields) : nil
    return HTTPRequest(
      method: head.method, target: head.target, fields: head.fields, body: body ?? HTTPEmptyBody(),
      id: makeRequestID(), peer: connection.peer, client: client, isMisdirected: isMisdirected(head.fields, connection),
      receivedAt: loop.now, interimTarget: interimTarget)
  }

  private func isMisdirected(_ fields: HTTPFields, _ connection: Connection) -> Bool {
    guard let hosts, let host = fields.bytes(of: .host), !hosts.takes(host) else { return false }
    return connection.tls?.hosts.takes(host) != true
  }

  // MARK: Connections

  func accepted(_ descriptor: Int32, from address: SocketAddress, at listener: ListenerTraits) {
    ConnectionOpening(descriptor, from: address, at: listener, server: self).begin()
  }

  /// Has a connection that was taken on these terms served.
  func start(
    _ connection: Connection, _ admission: Connection.Admission,
    _ serve: @escaping @Sendable () async -> ConnectionOutcome
  ) {
    connection.admission = admission
    connection.registryIndex = connections.count
    connections.append(connection)
    do { try connection.open() } catch { return end(connection) }
    run(connection, serve)
  }

  /// Has a task serve a connection, until the connection ends or is left to a source.
  func run(_ connection: Connection, _ serve: @escaping @Sendable () async -> ConnectionOutcome) {
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

  init(_ limits: HTTPServerLimits) {
    head = limits.headTimeout.nanoseconds
    handshake = limits.handshakeTimeout.nanoseconds
    keepAlive = limits.keepAliveTimeout.nanoseconds
    bodyRateWindow = limits.bodyRateWindow.nanoseconds
    writeStall = limits.writeStallTimeout.nanoseconds
    drainStall = limits.drainStallTimeout.nanoseconds
  }
}

/// The limits within which a server goes on reading from a peer that has got its last response.
struct LingerPolicy {
  /// The longest pause of the peer, in nanoseconds.
  let pause: Int64
  /// The longest time in all, in nanoseconds.
  let duration: Int64
  /// The largest number of bytes.
  let byteCount: Int

  init(_ limits: HTTPServerLimits) {
    pause = limits.lingerPause.nanoseconds
    duration = limits.lingerDuration.nanoseconds
    byteCount = limits.lingerByteCount
  }
}

/// The `Date` field of responses (RFC 9110 §6.6.1), made once a second.
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
