// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// The properties that the connections of a listener share.
package struct ListenerTraits {
  /// The TLS context of the connections; `nil` for plain ones.
  package var tls: TLSContextSlot?
  /// `true` if the connections begin with a header of the PROXY protocol.
  var takesProxyHeader = false
}

/// Takes the sockets that an ``Acceptor`` accepts: a server, or somebody who serves connections without HTTP, as the test
/// harness does. All calls come on ``loop``.
package protocol AcceptedSocketHandler: AnyObject, Sendable {
  /// The loop on which sockets are accepted.
  var loop: EventLoop { get }
  /// Takes over a socket that has been accepted.
  func accepted(_ descriptor: Int32, from address: SocketAddress, at listener: ListenerTraits)
}

/// The steps of an accepted connection before its first request: whether it is taken, the header of a proxy, the TLS
/// handshake, and the choice of the protocol. It runs on the loop of the connection, once.
struct ConnectionOpening {
  /// The largest number of connections that are told at the same time why they are refused. Others are closed at once.
  private static let maximalRefusingCount = 64

  private let connection: Connection
  private let server: ServerLoop
  private let listener: ListenerTraits
  private let address: SocketAddress

  /// Takes over a socket that has been accepted.
  init(_ descriptor: Int32, from address: SocketAddress, at listener: ListenerTraits, server: ServerLoop) {
    self.server = server
    self.listener = listener
    self.address = address
    let isUnix = address.family == AF_UNIX
    let peer = HTTPPeer(
      address: isUnix ? "unix" : address.text, port: address.port, isSecure: listener.tls != nil,
      userID: isUnix ? UInt32(exactly: woof_peer_user(descriptor)) : nil)
    connection = Connection(
      descriptor: descriptor, peer: peer, loop: server.loop, pool: server.pool,
      writeStallTimeout: server.timeouts.writeStall)
    connection.isTrustedProxy = server.proxies.trusts(address)
  }

  /// Has the connection served, or refused where there are too many.
  ///
  /// A proxy that is trusted brings the connections of many clients, so the limit for one address is not for its own.
  func begin() {
    if listener.takesProxyHeader, !connection.isTrustedProxy {
      server.ledger.refuseStranger()
      return refuse(HTTPViolation(403, "connections to this port come through a trusted proxy"))
    }
    let key = connection.isTrustedProxy ? nil : address.ipAddress?.countingKey
    switch server.ledger.admit(key) {
    case .admitted: server.start(connection, .counted(key)) { await serve() }
    case .full:
      refuse(HTTPViolation(503, "the server has too many connections", limit: server.limits.connectionCount))
    case .addressFull: refuse(tooManyFromAddress)
    }
  }

  /// Refuses a connection that is one too many. Only a few are told why at the same time, the others just closed, and so
  /// is an encrypted one: its handshake would cost more than what it is refused.
  private func refuse(_ violation: HTTPViolation) {
    guard !connection.peer.isSecure, server.refusingCount < Self.maximalRefusingCount else { return connection.close() }
    server.refusingCount += 1
    server.start(connection, .refused) { await refuse(with: violation) }
  }

  private func serve() async -> ConnectionOutcome {
    if listener.takesProxyHeader, let outcome = await takeProxyHeader() { return outcome }
    guard let tls = listener.tls else { return await HTTP1Connection(connection, server: server).run() }
    let deadline = server.deadline(in: server.timeouts.handshake)
    switch await connection.startTLS(tls.current, by: deadline) {
    // The protocol that ALPN has settled on is served here.
    case .encrypted: return await HTTP1Connection(connection, server: server).run()
    case .plainHTTP:
      return await refuse(with: HTTPViolation(400, "plain HTTP was sent to a port that speaks TLS"))
    case .failed:
      if server.loop.now >= deadline { server.note(.handshake) }
      return .over
    }
  }

  private func refuse(with violation: HTTPViolation) async -> ConnectionOutcome {
    await HTTP1Connection(connection, server: server).refuse(violation)
  }

  private var tooManyFromAddress: HTTPViolation {
    HTTPViolation(
      429, "there are too many connections from this address", limit: server.limits.connectionCountPerAddress)
  }

  // MARK: Proxies

  /// Takes the header of a proxy, and counts the connection as one of the client that it names; `nil` when the connection
  /// can be served.
  private func takeProxyHeader() async -> ConnectionOutcome? {
    let isEncrypted = connection.peer.isSecure
    let header: ProxyHeader
    let deadline = server.deadline(in: server.timeouts.head)
    switch await receiveProxyHeader(by: deadline) {
    case .announced(let announced): header = announced
    case .failed:
      if server.loop.now >= deadline { server.note(.head) }
      return .over
    case .malformed(let reason):
      server.ledger.refuseStranger()
      return isEncrypted ? .over : await refuse(with: HTTPViolation(400, reason))
    }
    guard let source = header.source else { return nil }
    connection.peer = HTTPPeer(
      address: source.description, port: header.port, isSecure: isEncrypted || header.isSecure == true)
    connection.isTrustedProxy = server.proxies.trusts(source)
    guard !connection.isTrustedProxy else { return nil }
    guard server.ledger.count(source.countingKey) else {
      return isEncrypted ? .over : await refuse(with: tooManyFromAddress)
    }
    connection.admission = .counted(source.countingKey)
    return nil
  }

  /// The result of waiting for the header of a proxy.
  private enum ProxyStart {
    case announced(ProxyHeader)
    /// The bytes are not a header. The value is the reason, as a sentence without its full stop.
    case malformed(String)
    /// Nothing came, or not all of it.
    case failed
  }

  /// Takes the header of a proxy from the start of the connection, and not one byte more: what follows may be encrypted.
  private func receiveProxyHeader(by deadline: Int64) async -> ProxyStart {
    let block = server.pool.take(atLeast: ProxyHeader.byteLimit)
    defer { server.pool.give(block) }
    let room = UnsafeMutableRawBufferPointer(rebasing: block.prefix(ProxyHeader.byteLimit))
    while !connection.isBroken {
      switch connection.peekRaw(into: room) {
      case .count(0), .failed: return .failed
      case .wouldBlock: break
      case .count(let count):
        switch ProxyHeader.parse(UnsafeRawBufferPointer(rebasing: room.prefix(count))) {
        case .needsMore where connection.peerHasFinished: return .failed
        case .needsMore: break
        case .malformed(let reason): return .malformed(reason)
        case .header(let header, let consumed):
          let taken = UnsafeMutableRawBufferPointer(rebasing: room.prefix(consumed))
          return connection.takeRaw(into: taken) ? .announced(header) : .failed
        }
      }
      guard await connection.waitForMore(by: deadline) else { return .failed }
    }
    return .failed
  }
}
