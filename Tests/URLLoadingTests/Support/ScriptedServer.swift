import CLinux
import Glibc
import Synchronization

/// A server on a port of this machine, each of whose connections does what a test says, byte by byte.
///
/// A connection runs the script on a thread of its own, so that the script may block; it is closed when the script
/// returns. A script that throws is noted in ``failures``. The server goes when the object goes.
final class ScriptedServer: Sendable {
  typealias Script = @Sendable (ServerConnection) throws -> Void

  let port: Int
  private let listener: Int32
  private let state = Mutex(State())

  private struct State {
    var connectionCount = 0
    var requestCount = 0
    var requests: [ReceivedRequest] = []
    var failures: [String] = []
    var open: [ServerConnection] = []
    var isStopped = false
  }

  /// - Parameter tls: the server's certificate, for a server that speaks TLS.
  init(tls: ServerCertificate? = nil, _ script: @escaping Script) throws {
    (listener, port) = try LocalListener.open()
    let listener = listener
    ScriptThread.start { [weak self] in
      while true {
        let descriptor = woof_accept4(listener, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
        guard descriptor >= 0 else { break }
        guard let self, let connection = self.register(descriptor, tls) else {
          close(descriptor)
          break
        }
        ScriptThread.start { self.run(connection, script) }
      }
      close(listener)
    }
  }

  deinit { stop() }

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
    shutdown(listener, Int32(SHUT_RDWR))
    for connection in open { connection.interrupt() }
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

/// A socket that listens on a free port of the loopback address.
enum LocalListener {
  struct Failure: Error { var number: Int32 }

  static func open() throws -> (descriptor: Int32, port: Int) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, 1024) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isOpen else { throw Failure(number: errno) }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }

  /// A port that nobody listens on.
  static func unusedPort() throws -> Int {
    let (descriptor, port) = try open()
    close(descriptor)
    return port
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
