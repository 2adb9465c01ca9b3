// SPDX-License-Identifier: Apache-2.0

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
    authorityFile = folder + "/authority.pem"
    try FileManager.default.createDirectory(atPath: folder + "/files/slow", withIntermediateDirectories: true)
    try Self.writeCertificates(folder)
    if let clientAuthority { try Data(clientAuthority.pem).write(to: URL(filePath: folder + "/clients.pem")) }
    let asking = clientAuthority == nil ? "" : "ssl_client_certificate \(folder)/clients.pem; ssl_verify_client on;"
    try Self.writeFiles(folder)
    // Somebody else may take a port before nginx does, which ends then.
    var port: Int
    var process: Process
    var attemptsLeft = 5
    var isListening = false
    repeat {
      attemptsLeft -= 1
      port = try LocalListener().port
      try Self.writeConfiguration(folder, port: port, rate: rate, upstream: upstream, asking: asking)
      process = try Self.start(in: folder)
      isListening = try Self.waitUntilListening(process, in: folder)
    } while !isListening && attemptsLeft > 0
    guard isListening else { throw Self.failure }
    self.port = port
    self.process = Mutex(process)
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

  private static func writeFiles(_ folder: String) throws {
    try Data("woof".utf8).write(to: URL(filePath: folder + "/files/small"))
    for path in ["a", "b"].map({ "\(folder)/files/slow/\($0)" }) {
      _ = FileManager.default.createFile(atPath: path, contents: nil)
      truncate(path, 50_000_000)
    }
  }

  private static func writeConfiguration(
    _ folder: String, port: Int, rate: Int, upstream: Int, asking: String
  ) throws {
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

  private static func start(in folder: String) throws -> sending Process {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = ["-c", folder + "/nginx.conf", "-p", folder, "-e", folder + "/error.log"]
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// Waits until nginx has its port, or has ended because it did not get it; whether it has it.
  private static func waitUntilListening(_ process: Process, in folder: String) throws -> Bool {
    for _ in 0..<10_000 {
      // Written once it listens.
      if access(folder + "/pid", F_OK) == 0 { return true }
      if !process.isRunning { return false }
      usleep(1000)
    }
    kill(process.processIdentifier, SIGKILL)
    throw failure
  }

  private static var failure: ServerConnection.Failure {
    ServerConnection.Failure(description: "nginx does not listen")
  }
}
