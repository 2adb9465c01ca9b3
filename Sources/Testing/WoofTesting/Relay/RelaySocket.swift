// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import WoofHTTP

/// One end of a relayed connection: a stream of bytes in arrays, for whoever passes them on. Confined to its loop.
final class RelaySocket: ConnectionObserver, @unchecked Sendable {  // confined to the connection's loop
  private let connection: Connection
  private var isOpen = true

  private var peerLeft: (() -> Void)?

  init(_ connection: Connection) {
    self.connection = connection
    connection.observer = self
  }

  /// Takes over a connected socket, which does not block, on the loop of another one.
  ///
  /// - Returns: `nil` where the process has no descriptor left; the socket is closed then.
  convenience init?(connected descriptor: Int32, beside other: RelaySocket) {
    let (loop, pool) = (other.connection.loop, other.connection.pool)
    loop.assertOnLoop()
    let peer = HTTPPeer(address: "127.0.0.1", port: 0, isSecure: false)
    self.init(
      Connection(descriptor: descriptor, peer: peer, loop: loop, pool: pool, writeStallTimeout: Int64.max / 4))
    guard open() else { return nil }
  }

  /// Connects to a port of an address; blocks until it is connected.
  ///
  /// - Returns: A socket that does not block; `nil` where nobody listens there.
  static func connect(host: String, port: Int) -> Int32? {
    guard let addresses = try? SocketAddress.resolve(host: host, port: port) else { return nil }
    for address in addresses {
      guard let descriptor = address.connectSocket() else { continue }
      var yes: Int32 = 1
      setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
      return descriptor
    }
    return nil
  }

  /// The peer at the other end.
  var peer: HTTPPeer { connection.peer }

  /// The protocol that the handshake has settled on; `nil` where none was, and on a plain connection.
  var applicationProtocol: String? { connection.applicationProtocol }

  /// `true` once nothing goes through any more.
  var isBroken: Bool { !isOpen || connection.isBroken }

  /// Has something done when the peer sends nothing more, or the connection breaks; at once where that has happened.
  /// It takes the place of what was to be done before.
  func whenPeerLeaves(_ action: (() -> Void)?) {
    peerLeft = action
    if connection.peerHasFinished || isBroken { action?() }
  }

  func open() -> Bool {
    do { try connection.open() } catch {
      close()
      return false
    }
    return true
  }

  /// The next bytes, as many as there are; `nil` at the end.
  func receive() async -> [UInt8]? {
    while true {
      if let bytes = receiveNow() { return bytes.isEmpty ? nil : bytes }
      if connection.turn.isOver { await connection.endTurn() }
      _ = await connection.waitUntilReadable(by: .max)
    }
  }

  /// The bytes that can be had without waiting: `nil` if there are none yet, and an empty array at the end. If the
  /// connection breaks, what had come before can still be had.
  func receiveNow() -> [UInt8]? {
    guard isOpen else { return [] }
    switch connection.isBroken ? connection.receiveRest() : connection.receive(forBody: true) {
    case .none: return nil
    case .ended: return []
    case .some:
      let bytes = Array(connection.input.bytes)
      connection.input.consume(bytes.count)
      connection.input.releaseIfEmpty()
      return bytes
    }
  }

  /// Sends bytes, and returns when they are in the socket; `false` where they cannot be.
  func send(_ bytes: [UInt8]) async -> Bool {
    guard !isBroken else { return false }
    connection.output.append(bytes)
    while !connection.flush() {
      guard !isBroken, await connection.waitUntilWritable() else { return false }
    }
    return !isBroken
  }

  /// Sends nothing more, and goes on receiving.
  func finishSending() {
    guard isOpen else { return }
    connection.finishSending()
  }

  /// Ends the connection in order.
  func close() {
    guard isOpen else { return }
    isOpen = false
    connection.finishTLS()
    end { connection.close() }
  }

  /// Ends the connection so that the peer sees a reset.
  func reset() {
    guard isOpen else { return }
    isOpen = false
    end { connection.reset() }
  }

  private func end(_ close: () -> Void) {
    peerLeft = nil
    connection.observer = nil
    close()
  }

  func peerFinished() { peerLeft?() }
  func connectionBroke() { peerLeft?() }
  func outputDrained() {}
  func drainBegan() {}
}
