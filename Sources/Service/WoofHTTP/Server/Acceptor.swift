// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import WoofSystem

/// Accepts the connections of one listening socket on one loop. Confined to the loop.
final class Acceptor: DescriptorObserver, @unchecked Sendable {  // confined to `server.loop`
  /// The number of connections that are accepted before the loop's other work has its turn.
  private static let batchSize = 64
  /// The time for which nothing is accepted when the process has no descriptor left, or the network fails: trying on
  /// would only burn time.
  private static let pause = Duration.milliseconds(100)

  private let server: ServerLoop
  private let traits: ListenerTraits
  private let isShared: Bool
  private var socket: ListeningSocket?
  private var resumption: ScheduledTimer?

  /// Makes an acceptor; a shared socket has one on every loop.
  init(_ opened: OpenedListeners.LoopSocket, server: ServerLoop) {
    socket = opened.socket
    isShared = opened.isShared
    traits = opened.traits
    self.server = server
  }

  /// Begins to accept.
  func start() throws(SystemError) {
    guard let socket else { return }
    try server.loop.watch(socket.descriptor, isShared ? [.readable, .exclusive] : [.readable], observer: self)
  }

  /// Accepts no more, and lets go of the socket.
  func stop() {
    guard let socket else { return }
    resumption?.cancel()
    server.loop.unwatch(socket.descriptor)
    self.socket = nil
  }

  func descriptorIsReady(_ readiness: Readiness) {
    for _ in 0..<Self.batchSize {
      guard acceptOne() else { return }
    }
  }

  /// Accepts one connection; returns `true` if there may be another one.
  private func acceptOne() -> Bool {
    guard let socket else { return false }
    var accepted: Int32 = -1
    do {
      let address = try SocketAddress { address, count throws(SystemError) in
        accepted = try SystemCall.check("accept4") {
          woof_accept4(socket.descriptor, address, count, Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue))
        }
      }
      server.accepted(accepted, from: address, at: traits)
      return true
    } catch {
      switch error.number {
      case EAGAIN: break
      case ECONNABORTED: return true
      default: pauseAccepting(socket)
      }
      return false
    }
  }

  private func pauseAccepting(_ socket: ListeningSocket) {
    server.loop.unwatch(socket.descriptor)
    resumption = server.loop.schedule(after: Self.pause) {
      do { try self.start() } catch { self.pauseAccepting(socket) }
    }
  }
}
