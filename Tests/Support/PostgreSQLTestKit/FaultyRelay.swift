// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Synchronization
@testable import TestKit

/// Stands before a server, passes bytes on in both directions, and cuts or stalls its connections when it is told to.
package final class FaultyRelay: Sendable {
  /// The behaviour towards connections.
  package enum Mode: Sendable {
    /// Everything is passed on.
    case passes
    /// Nothing is passed on in either direction, and everything is kept.
    case stalls
    /// Answers of the server are kept back, and questions of the client are passed on.
    case keepsAnswers
    /// New connections are closed at once.
    case refuses
  }

  private struct State {
    var mode = Mode.passes
    var connections: Set<Int32> = []
    var acceptedCount = 0
    var pieceByteCount = 65_536
  }

  /// The port.
  package let port: Int
  private let listener: Int32
  private let serverPort: Int
  private let state = Mutex(State())

  /// Begins to listen; it ends with this object.
  ///
  /// - Throws: `TestFailure`.
  package init(before serverPort: Int) throws {
    let free = try FreePort()
    (listener, port, self.serverPort) = (free.descriptor, free.number, serverPort)
    guard listen(listener, 64) == 0 else { throw TestFailure("listen: \(errno)") }
    let listener = listener
    Self.start { [weak self] in
      while case let client = woof_accept4(listener, nil, nil, Int32(SOCK_CLOEXEC.rawValue)), client >= 0 {
        Self.start { [weak self] in
          self?.begin(client).map { server in
            Self.relay(client, server) { [weak self] in (self?.mode ?? .refuses, self?.pieceByteCount ?? 0) }
          }
          self?.state.withLock { _ = $0.connections.remove(client) }
          close(client)
        }
      }
      close(listener)
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    cut()
  }

  /// The behaviour from now on.
  package var mode: Mode {
    get { state.withLock(\.mode) }
    set { state.withLock { $0.mode = newValue } }
  }

  /// The most bytes that are passed on at once, so that what is sent together may be torn apart; 65,536 by default.
  package var pieceByteCount: Int {
    get { state.withLock(\.pieceByteCount) }
    set { state.withLock { $0.pieceByteCount = newValue } }
  }

  /// The number of connections that were accepted so far.
  package var acceptedCount: Int { state.withLock(\.acceptedCount) }

  /// Cuts all connections that there are.
  package func cut() {
    state.withLock { state in for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) } }
  }

  /// Connects to the server for a client; `nil` where it is refused.
  private func begin(_ client: Int32) -> RawClient? {
    let isWelcome = state.withLock { state in
      state.acceptedCount += 1
      guard case .refuses = state.mode else {
        state.connections.insert(client)
        return true
      }
      return false
    }
    return isWelcome ? try? RawClient(port: serverPort) : nil
  }

  private static func relay(_ client: Int32, _ server: RawClient, _ behaviour: () -> (Mode, Int)) {
    // What is torn into pieces shall not wait for each of them to be confirmed.
    var on: Int32 = 1
    for end in [client, server.descriptor] {
      setsockopt(end, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let (mode, pieceByteCount) = behaviour()
      let (passesQuestions, passesAnswers) =
        switch mode {
        case .passes: (true, true)
        case .stalls: (false, false)
        case .keepsAnswers: (true, false)
        case .refuses: (false, false)
        }
      var ends = [
        pollfd(fd: client, events: passesQuestions ? Int16(POLLIN) : 0, revents: 0),
        pollfd(fd: server.descriptor, events: passesAnswers ? Int16(POLLIN) : 0, revents: 0),
      ]
      // Soon the mode may be another.
      guard poll(&ends, 2, 5) >= 0 else { return }
      for (index, end) in ends.enumerated() where end.revents != 0 {
        guard end.events != 0 else {
          if end.revents & Int16(POLLHUP | POLLERR) != 0, index == 0 { return }
          continue
        }
        let count = recv(end.fd, &buffer, min(buffer.count, pieceByteCount), 0)
        guard count > 0, send(buffer[..<count], to: ends[1 - index].fd) else { return }
      }
    }
  }

  private static func send(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private static func start(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(Body(body))
    pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, argument.toOpaque())
    pthread_detach(thread)
  }

  private final class Body: Sendable {
    private let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    func run() { body() }
  }
}
