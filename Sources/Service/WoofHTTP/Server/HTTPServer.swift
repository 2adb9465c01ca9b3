// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import WoofSystem

/// Serves HTTP on the loops of a group.
package final class HTTPServer: Sendable {
  private let configuration: HTTPServerConfiguration
  private let group: EventLoopGroup
  private let ledger: ConnectionLedger
  private let serverLoops: [ServerLoop]
  private let state = Mutex(State())

  private struct State {
    var isStarted = false
    var acceptors: [[Acceptor]] = []
    var addresses: [HTTPBoundAddress] = []
    var tlsSlots: [(TLSConfiguration, TLSContextSlot)] = []
  }

  /// Makes a server; nothing is opened before ``start()``. Its time is that of the group's clock.
  package init(configuration: HTTPServerConfiguration, responder: any HTTPResponder, group: EventLoopGroup) {
    self.configuration = configuration
    self.group = group
    let limits = configuration.limits
    let ledger = ConnectionLedger(limit: limits.connectionCount, limitPerAddress: limits.connectionCountPerAddress)
    self.ledger = ledger
    serverLoops = group.loops.map {
      ServerLoop(loop: $0, configuration: configuration, responder: responder, ledger: ledger)
    }
  }

  /// The addresses at which the server listens; none before ``start()`` and after ``drain(within:)``.
  package var boundAddresses: [HTTPBoundAddress] { state.withLock { $0.addresses } }

  /// The counts of the server's connections since it was made. May be read from anywhere.
  package var statistics: HTTPServerStatistics { ledger.statistics }

  /// Opens the listeners and begins to accept. A server is started once.
  ///
  /// - Throws: ``HTTPServerError``; nothing stays open then.
  package func start() async throws(HTTPServerError) {
    let isFirst = state.withLock { state in
      defer { state.isStarted = true }
      return !state.isStarted
    }
    guard isFirst else { throw HTTPServerError(.alreadyStarted, "The server has been started before; make a new one.") }
    var opened = OpenedListeners(loopCount: serverLoops.count)
    for listener in configuration.offeredListeners {
      try opened.open(listener, writeStallTimeout: configuration.limits.writeStallTimeout.nanoseconds)
    }
    let acceptors = zip(serverLoops, opened.sockets).map { server, sockets in
      sockets.map { Acceptor($0, handler: server) }
    }
    state.withLock { state in
      state.acceptors = acceptors
      state.addresses = opened.addresses
      state.tlsSlots = opened.tlsSlots
    }
    do {
      for (server, acceptors) in zip(serverLoops, acceptors) {
        try await server.loop.perform { () throws(SystemError) in for acceptor in acceptors { try acceptor.start() } }
      }
    } catch {
      await stopAccepting()
      throw HTTPServerError(.noResources, "The server cannot wait for connections.", cause: error)
    }
  }

  /// Reads certificates and keys again. Connections that exist keep theirs.
  ///
  /// - Throws: ``HTTPServerError`` of code `badCertificate`; the old ones then stay in use.
  package func reload() throws(HTTPServerError) {
    let slots = state.withLock { $0.tlsSlots }
    let contexts = try slots.map { configuration, _ throws(HTTPServerError) in try TLSContext(configuration) }
    for ((_, slot), context) in zip(slots, contexts) { slot.replace(with: context) }
  }

  /// Stops accepting, lets running responses finish, ends idle connections and live bodies at once, and cuts what is left
  /// when `deadline` has passed. Returns when no connection is left. The group goes on until it is stopped. A second call
  /// waits like the first.
  package func drain(within deadline: Duration) async {
    await stopAccepting()
    let cutting = group.loops[0].schedule(after: deadline) { [serverLoops] in
      for server in serverLoops { server.loop.execute { server.cut() } }
    }
    await withTaskGroup { tasks in
      for server in serverLoops {
        tasks.addTask {
          await withCheckedContinuation { idle in server.loop.execute { server.drain { idle.resume() } } }
        }
      }
    }
    cutting.cancel()
  }

  private func stopAccepting() async {
    let acceptors = state.withLock { state in
      defer { state.acceptors = [] }
      state.addresses = []
      return state.acceptors
    }
    for (server, acceptors) in zip(serverLoops, acceptors) {
      await server.loop.perform { for acceptor in acceptors { acceptor.stop() } }
    }
  }
}
