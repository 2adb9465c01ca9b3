// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// A server on a port of this machine, each of whose connections does what a test says, byte by byte.
///
/// A connection runs the script on a thread of its own, so that the script may block; it is closed when the script
/// returns. A script that throws is noted in ``failures``. The server goes when the object goes.
final class ScriptedServer: Sendable {
  typealias Script = @Sendable (ServerConnection) throws -> Void

  private let listener: LocalListener
  private let state = Mutex(State())

  private struct State {
    var connectionCount = 0
    var requestCount = 0
    var requests: [ReceivedRequest] = []
    var failures: [String] = []
    var open: [ServerConnection] = []
    var isStopped = false
  }

  /// - Parameters:
  ///   - listener: where it listens; `nil` for a port of its own.
  ///   - tls: the server's certificate, for a server that speaks TLS.
  init(on listener: LocalListener? = nil, tls: ServerCertificate? = nil, _ script: @escaping Script) throws {
    let listener = try listener ?? LocalListener()
    self.listener = listener
    try listener.listen()
    ScriptThread.start { [weak self] in
      while let descriptor = listener.accept() {
        guard let self, let connection = self.register(descriptor, tls) else {
          close(descriptor)
          break
        }
        ScriptThread.start { self.run(connection, script) }
      }
    }
  }

  deinit { stop() }

  var port: Int { listener.port }

  /// The URL of a path.
  func url(_ path: String = "/", scheme: String = "http", host: String = "127.0.0.1") -> String {
    "\(scheme)://\(host):\(port)\(path)"
  }

  /// How many connections have been made.
  var connectionCount: Int { state.withLock { $0.connectionCount } }
  /// How many requests have been read.
  var requestCount: Int { state.withLock { $0.requestCount } }
  /// The requests that have been read, in their order.
  var requests: [ReceivedRequest] { state.withLock { $0.requests } }
  /// What went wrong in scripts.
  var failures: [String] { state.withLock { $0.failures } }
  /// How many connections there are.
  var openConnectionCount: Int { state.withLock { $0.open.count } }

  /// Accepts nothing more and ends all connections.
  func stop() {
    let open = state.withLock { state in
      state.isStopped = true
      return state.open
    }
    listener.stop()
    for connection in open { connection.interrupt() }
  }

  /// Ends the connections there are.
  func interrupt() {
    for connection in state.withLock({ $0.open }) { connection.interrupt() }
  }

  func note(_ request: ReceivedRequest) {
    state.withLock { state in
      state.requestCount += 1
      state.requests.append(request)
    }
  }

  private func register(_ descriptor: Int32, _ tls: ServerCertificate?) -> ServerConnection? {
    state.withLock { state in
      guard !state.isStopped else { return nil }
      let connection = ServerConnection(descriptor: descriptor, number: state.connectionCount, tls: tls, server: self)
      state.connectionCount += 1
      state.open.append(connection)
      return connection
    }
  }

  private func run(_ connection: ServerConnection, _ script: Script) {
    do {
      try connection.handshake()
      try script(connection)
    } catch {
      state.withLock { if !$0.isStopped { $0.failures.append("\(error)") } }
    }
    state.withLock { $0.open.removeAll { $0 === connection } }
    connection.close()
  }
}

/// A detached thread that may block.
enum ScriptThread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  static func start(_ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { context in
        // OpenSSL writes to a client that has left.
        var signals = sigset_t()
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, box.toOpaque())
    pthread_detach(thread)
  }
}
