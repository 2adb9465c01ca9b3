// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofSystem

/// Opens what a server listens on: for TCP one socket for each loop, for everything else one that the loops share.
struct OpenedListeners {
  /// A socket as one loop sees it.
  struct LoopSocket {
    var socket: ListeningSocket
    var isShared: Bool
    var traits: ListenerTraits
  }

  /// The sockets of each loop.
  private(set) var sockets: [[LoopSocket]]
  /// The addresses at which the sockets listen.
  private(set) var addresses: [HTTPBoundAddress] = []
  /// The configuration of each listener that encrypts, and the slot that holds its certificates.
  private(set) var tlsSlots: [(TLSConfiguration, TLSContextSlot)] = []

  init(loopCount: Int) { sockets = Array(repeating: [], count: loopCount) }

  /// Opens one listener.
  ///
  /// - Throws: ``HTTPServerError`` that says which address failed and what to do.
  mutating func open(_ listener: HTTPListener, writeStallTimeout: Int64) throws(HTTPServerError) {
    let tls = try listener.tls.map { configuration throws(HTTPServerError) in
      TLSContextSlot(try TLSContext(configuration))
    }
    if let tls, let configuration = listener.tls { tlsSlots.append((configuration, tls)) }
    let traits = ListenerTraits(tls: tls, takesProxyHeader: listener.takesProxyHeader)
    do {
      switch listener.address {
      case .tcp(let host, let port):
        for address in try SocketAddress.resolve(host: host, port: port) {
          try openTCP(address, traits, writeStallTimeout: writeStallTimeout)
        }
      case .unix(let path, let mode):
        try share(ListeningSocket.unix(path: path, mode: mode), at: path, traits)
      case .inherited(let descriptor):
        try share(ListeningSocket.inherited(descriptor, writeStallTimeout: writeStallTimeout), traits)
      }
    } catch let error as SystemError {
      throw Self.error(listener.address, error)
    } catch let error as HTTPServerError {
      throw error
    } catch {
      throw HTTPServerError(.cannotListen, "The server cannot listen.", cause: error)
    }
  }

  private mutating func openTCP(
    _ wanted: SocketAddress, _ traits: ListenerTraits, writeStallTimeout: Int64
  ) throws(SystemError) {
    var address = wanted
    if wanted.port != 0 { try ListeningSocket.checkIsFree(wanted) }
    for index in sockets.indices {
      let socket = try ListeningSocket.tcp(address, writeStallTimeout: writeStallTimeout)
      if index == 0 { address = try socket.address }
      sockets[index].append(LoopSocket(socket: socket, isShared: false, traits: traits))
    }
    addresses.append(.tcp(address: address.text, port: address.port, isSecure: traits.tls != nil))
  }

  /// - Parameter path: The path of a Unix socket that was opened here, as its own address may lead through a
  ///   descriptor.
  private mutating func share(
    _ socket: ListeningSocket, at path: String? = nil, _ traits: ListenerTraits
  ) throws(SystemError) {
    for index in sockets.indices {
      sockets[index].append(
        LoopSocket(socket: socket, isShared: true, traits: traits))
    }
    let address = try socket.address
    let isUnix = address.family == AF_UNIX
    addresses.append(
      isUnix
        ? .unix(path: path ?? address.text, isSecure: traits.tls != nil)
        : .tcp(address: address.text, port: address.port, isSecure: traits.tls != nil))
  }

  private static func error(_ address: HTTPListener.Address, _ error: SystemError) -> HTTPServerError {
    let name =
      switch address {
      case .tcp(let host, let port): "\(host):\(port)"
      case .unix(let path, _): path
      case .inherited(let descriptor): "the inherited descriptor \(descriptor)"
      }
    switch error.number {
    case EADDRINUSE:
      return HTTPServerError(
        .addressInUse, "Something listens on \(name) already; stop it or choose another address.", cause: error)
    case EACCES, EPERM:
      return HTTPServerError(.cannotListen, "This user may not listen on \(name).", cause: error)
    case ENAMETOOLONG:
      return HTTPServerError(.cannotListen, "The name of the socket \(name) is too long.", cause: error)
    default:
      return HTTPServerError(.cannotListen, "The server cannot listen on \(name).", cause: error)
    }
  }
}
