// SPDX-License-Identifier: Apache-2.0

internal import WoofAPI
internal import WoofHTTP
internal import WoofModel
internal import WoofSystem

/// Listens on a port of one loop for the front, which passes bytes on. Confined to the loop but for its start.
final class RelayListener: AcceptedSocketHandler, @unchecked Sendable {  // confined to `loop`
  /// Takes a connection that has been accepted; an encrypted one when its handshake is over.
  typealias Handler = @Sendable (RelaySocket) async -> Void

  /// The address that the listener has taken, with its port.
  let address: HTTPBoundAddress

  let loop: EventLoop
  private let handler: Handler
  private let tls: TLSContextSlot?
  private let pool = BlockPool(smallSize: 16 * 1024)
  private var listening: OpenedListeners.LoopSocket?  // the acceptor's once it is started
  private var acceptor: Acceptor?

  /// The time that a handshake may take, in nanoseconds: 10 s.
  private static let handshakeTime: Int64 = 10_000_000_000
  private static let writeStallTime: Int64 = 60_000_000_000

  /// Opens a port of an address; port 0 takes a free one. Nothing is accepted before ``start()``.
  ///
  /// - Throws: ``HTTPServerError`` that says which address failed and what to do.
  init(
    host: String, port: Int, tls: TLSConfiguration?, loop: EventLoop, handler: @escaping Handler
  ) throws(HTTPServerError) {
    var opened = OpenedListeners(loopCount: 1)
    try opened.open(
      HTTPListener(.tcp(host: host, port: port), tls: tls), writeStallTimeout: Self.writeStallTime)
    guard let address = opened.addresses.first, let first = opened.sockets.first?.first else {
      throw HTTPServerError(.cannotListen, "The address \(host):\(port) is not known.")
    }
    self.address = address
    self.loop = loop
    self.handler = handler
    listening = first
    self.tls = first.traits.tls
  }

  /// Begins to accept.
  ///
  /// - Throws: ``HTTPServerError`` where the process has no descriptor left.
  func start() async throws(HTTPServerError) {
    do {
      try await loop.perform { () throws(SystemError) in
        guard let listening = self.listening else { return }
        self.listening = nil
        let acceptor = Acceptor(listening, handler: self)
        self.acceptor = acceptor
        try acceptor.start()
      }
    } catch {
      throw HTTPServerError(.noResources, "Nothing can be waited for.", cause: error)
    }
  }

  /// Accepts no more, and closes the port. On the loop.
  func stop() {
    listening = nil
    acceptor?.stop()
    acceptor = nil
  }

  /// Has connections from now on see another certificate.
  ///
  /// - Throws: ``HTTPServerError`` of code `badCertificate`.
  func present(_ configuration: TLSConfiguration) throws(HTTPServerError) {
    tls?.replace(with: try TLSContext(configuration))
  }

  func accepted(_ descriptor: Int32, from address: SocketAddress, at listener: ListenerTraits) {
    let peer = HTTPPeer(address: address.text, port: address.port, isSecure: tls != nil)
    let connection = Connection(
      descriptor: descriptor, peer: peer, loop: loop, pool: pool, writeStallTimeout: Int64.max / 4)
    let relay = RelaySocket(connection)
    guard relay.open() else { return }
    Task(executorPreference: loop) { [self] in
      if let tls {
        switch await connection.startTLS(tls.current, by: loop.clock.monotonicNanoseconds + Self.handshakeTime) {
        case .encrypted: break
        case .plainHTTP: return await Self.refusePlainHTTP(relay)
        case .failed: return relay.close()
        }
      }
      await handler(relay)
      relay.close()
    }
  }

  /// Tells a client that does not encrypt what a real service tells it.
  private static func refusePlainHTTP(_ relay: RelaySocket) async {
    // Bytes that nobody has read would make the end of the connection a reset, which can overtake the response.
    _ = relay.receiveNow()
    let body = ProblemDocument.bytes(of: WoofError(.invalidRequest, "plain HTTP was sent to a port that speaks TLS."))
    let head = """
      HTTP/1.1 400 Bad Request\r\nContent-Type: application/problem+json\r\nContent-Length: \(body.count)\r\n\
      Connection: close\r\n\r\n
      """
    _ = await relay.send(Array(head.utf8) + body)
    relay.close()
  }
}
