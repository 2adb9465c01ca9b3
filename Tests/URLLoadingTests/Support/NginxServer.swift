import CLinux
import Foundation
import Glibc
import Synchronization

/// An nginx of this machine that speaks HTTP/2 over TLS, with a file to serve and a log to look at.
final class NginxServer: Sendable {
  static let program = "/usr/sbin/nginx"
  /// Whether there is one.
  static var isInstalled: Bool { access(program, X_OK) == 0 }

  let port: Int
  /// The certificate of whoever vouches for the server.
  let authorityFile: String
  private let folder: String
  private let process: Mutex<Process>

  /// - Parameters:
  ///   - rate: how fast files under `/slow/` are sent, in bytes a second.
  ///   - upstream: the port of a server that requests under `/upstream` are passed to.
  ///   - clientAuthority: who signs the certificates of its clients; `nil` where it asks for none.
  init(rate: Int = 100_000, upstream: Int = 9, clientAuthority: ServerCertificate? = nil) throws {
    folder = NSTemporaryDirectory() + "nginx-\(UUID().uuidString)"
    port = try LocalListener().port
    authorityFile = folder + "/authority.pem"
    try FileManager.default.createDirectory(atPath: folder + "/files/slow", withIntermediateDirectories: true)
    try Self.writeCertificates(folder)
    if let clientAuthority { try Data(clientAuthority.pem).write(to: URL(filePath: folder + "/clients.pem")) }
    let asking = clientAuthority == nil ? "" : "ssl_client_certificate \(folder)/clients.pem; ssl_verify_client on;"
    try Self.writeFiles(folder, port: port, rate: rate, upstream: upstream, asking: asking)
    let process = Process()
    process.executableURL = URL(filePath: Self.program)
    process.arguments = ["-c", folder + "/nginx.conf", "-p", folder, "-e", folder + "/error.log"]
    process.standardError = FileHandle.nullDevice
    try process.run()
    self.process = Mutex(process)
    try waitUntilListening()
  }

  deinit {
    // Not waited for: it has nothing to tidy up, and waiting would run this thread's run loop.
    process.withLock { _ = kill($0.processIdentifier, SIGKILL) }
    try? FileManager.default.removeItem(atPath: folder)
  }

  func url(_ path: String) -> String { "https://localhost:\(port)\(path)" }

  /// The lines of the log: `connection requestOfConnection status bytesSent protocol path`.
  var log: [[String]] {
    let text = (try? String(contentsOfFile: folder + "/access.log", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
  }

  /// Waits until the server is done with a request for a path, for at most so many seconds; its line of the log.
  func waitForLog(of path: String, seconds: Int = 20) async throws -> [String]? {
    for _ in 0..<(seconds * 500) {
      if let line = log.first(where: { $0.last == path }) { return line }
      try await Task.sleep(for: .milliseconds(2))
    }
    return nil
  }

  private static func writeCertificates(_ folder: String) throws {
    let authority = try ServerCertificate()
    let leaf = try ServerCertificate(authority: authority)
    try Data(authority.pem).write(to: URL(filePath: folder + "/authority.pem"))
    try Data(leaf.pem).write(to: URL(filePath: folder + "/leaf.pem"))
    try Data(leaf.keyPEM).write(to: URL(filePath: folder + "/leaf.key"))
  }

  private static func writeFiles(_ folder: String, port: Int, rate: Int, upstream: Int, asking: String) throws {
    try Data("woof".utf8).write(to: URL(filePath: folder + "/files/small"))
    for path in ["a", "b"].map({ "\(folder)/files/slow/\($0)" }) {
      _ = FileManager.default.createFile(atPath: path, contents: nil)
      truncate(path, 50_000_000)
    }
    let places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(folder)/\($0);" }
    let text = """
      daemon off; master_process off; pid \(folder)/pid;
      events {}
      http {
        log_format short '$connection $connection_requests $status $body_bytes_sent $server_protocol $uri';
        access_log \(folder)/access.log short;
        \(places.joined(separator: " "))
        client_max_body_size 0;
        server {
          listen 127.0.0.1:\(port) ssl http2;
          ssl_certificate \(folder)/leaf.pem; ssl_certificate_key \(folder)/leaf.key;
          root \(folder)/files; \(asking)
          location /slow/ { limit_rate \(rate); }
          location /upstream { proxy_pass http://127.0.0.1:\(upstream); }
          location /subject { return 200 $ssl_client_verify; }
          location /early { return 200 early; }
          location /refused { return 413; }
        }
      }
      """
    try Data(text.utf8).write(to: URL(filePath: folder + "/nginx.conf"))
  }

  private func waitUntilListening() throws {
    for _ in 0..<10_000 {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      defer { close(descriptor) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(port).bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      let result = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      if result == 0 { return }
      usleep(1000)
    }
    throw ServerConnection.Failure(description: "nginx does not listen")
  }
}
