import CLinux
import Glibc

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
