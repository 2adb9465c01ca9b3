// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import WoofSystem

/// Listens on a port of one loop for somebody who passes bytes on, as the test harness does. Confined to the loop but
/// for its start.
package final class RelayListener: DescriptorObserver, @unchecked Sendable {  // confined to `loop`
  /// Takes a connection that has been accepted; an encrypted one when its handshake is over.
  package typealias Handler = @Sendable (RelaySocket) async -> Void

  /// The address that the listener has taken, with its port.
  package let address: HTTPBoundAddress

  private let loop: EventLoop
  private let handler: Handler
  private let tls: TLSContextSlot?
  private let pool = BlockPool(smallSize: 16 * 1024)
  private var socket: ListeningSocket?

  /// The time that a handshake may take, in nanoseconds: 10 s.
  private static let handshakeTime: Int64 = 10_000_000_000
  private static let writeStallTime: Int64 = 60_000_000_000

  /// Opens a port of an address; port 0 takes a free one. Nothing is accepted before ``start()``.
  ///
  /// - Throws: ``HTTPServerError`` that says which address failed and what to do.
  package init(
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
    socket = first.socket
    self.tls = first.traits.tls
  }

  /// Begins to accept.
  ///
  /// - Throws: ``HTTPServerError`` where the process has no descriptor left.
  package func start() async throws(HTTPServerError) {
    do {
      try await loop.perform { () throws(SystemError) in
        guard let socket = self.socket else { return }
        try self.loop.watch(socket.descriptor, [.readable], observer: self)
      }
    } catch {
      throw HTTPServerError(.noResources, "Nothing can be waited for.", cause: error)
    }
  }

  /// Accepts no more, and closes the port. On the loop.
  package func stop() {
    guard let socket else { return }
    loop.unwatch(socket.descriptor)
    self.socket = nil
  }

  /// Has connections from now on see another certificate.
  ///
  /// - Throws: ``HTTPServerError`` of code `badCertificate`.
  package func present(_ configuration: TLSConfiguration) throws(HTTPServerError) {
    tls?.replace(with: try TLSContext(configuration))
  }

  func descriptorIsReady(_ readiness: Readiness) {
    while let socket {
      var accepted: Int32 = -1
      let address = try? SocketAddress { address, count throws(SystemError) in
        accepted = try SystemCall.check("accept4") {
          woof_accept4(socket.descriptor, address, count, Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue))
        }
      }
      guard let address else { return }
      serve(accepted, from: address)
    }
  }

  private func serve(_ descriptor: Int32, from address: SocketAddress) {
    let peer = HTTPPeer(address: address.text, port: address.port, isSecure: tls != nil)
    let connection = Connection(
      descriptor: descriptor, peer: peer, loop: loop, pool: pool, writeStallTimeout: Int64.max / 4)
    let relay = RelaySocket(connection)
    guard relay.open() else { return }
    Task(executorPreference: loop) { [self] in
      if let tls {
        let start = await connection.startTLS(tls.current, by: loop.now.addingSaturated(Self.handshakeTime))
        guard case .encrypted = start else { return relay.close() }
      }
      await handler(relay)
      relay.close()
    }
  }
}
