// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofHTTP

@testable import TestKit

/// A proxy in front of a service, configured as Documentation/proxies.md has it.
struct RunningProxy: Sendable {
  /// The proxies that the page configures.
  enum Kind: String, CaseIterable, Sendable {
    case nginx, caddy, haproxy

    /// The proxies that are installed here; script/test installs all of them.
    static var installed: [Kind] { allCases.filter { access($0.path, X_OK) == 0 } }

    fileprivate var path: String { self == .caddy ? "/usr/bin/caddy" : "/usr/sbin/\(rawValue)" }
    /// The language of its blocks on the page.
    fileprivate var language: String { self == .caddy ? "caddyfile" : rawValue }
  }

  /// The name that the page has for the service.
  static let host = "photos.example.org"

  private let program: Program
  private let port: Int

  /// Starts a proxy, and waits until it passes requests on.
  ///
  /// - Parameter passesBytes: Whether it leaves TLS to the service.
  init(
    _ kind: Kind, at port: Int, to service: Int, in folder: TemporaryFolder, passesBytes: Bool = false
  ) async throws {
    self.port = port
    let certificate = folder.path("proxy.pem")
    _ = try SelfSignedCertificate.make(at: certificate, names: [Self.host, "localhost"])
    let page = try String(contentsOfFile: "\(Self.root)/Documentation/proxies.md")
    let rest = page.split(separator: "```\(kind.language)\n").dropFirst()
    let blocks = rest.compactMap { $0.split(separator: "```").first }
    guard blocks.count > (passesBytes ? 1 : 0) else { throw TestFailure("the page has no such block of \(kind)") }
    let block = String(blocks[passesBytes ? 1 : 0]).replacing("127.0.0.1:9663", with: "127.0.0.1:\(service)")
      .replacing("127.0.0.1:9664", with: "127.0.0.1:\(service)")
    let configuration = Self.configuration(kind, block, port: port, certificate: certificate, folder)
    try folder.write(configuration, to: "\(kind)")
    let file = folder.path("\(kind)")
    let arguments =
      switch kind {
      case .nginx: ["-c", file]
      case .caddy: ["run", "--adapter", "caddyfile", "--config", file]
      case .haproxy: ["-db", "-f", file]
      }
    let started = try Program(
      kind.path, arguments: arguments,
      environment: ["HOME=\(folder.path)", "XDG_DATA_HOME=\(folder.path)", "XDG_CONFIG_HOME=\(folder.path)"])
    program = started
    try await eventually { started.hasEnded || (try? RawClient(port: port)) != nil }
    guard !started.hasEnded else { throw TestFailure("\(kind) has ended: \(started.errors) \(started.output)") }
  }

  private static let root = PackageFolder.path

  /// A block of the page with this machine's ports and files, and what belongs around it.
  private static func configuration(
    _ kind: Kind, _ block: String, port: Int, certificate: String, _ folder: TemporaryFolder
  ) -> String {
    switch kind {
    case .nginx:
      // One process, which ends with the test.
      let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(folder.path($0));" }
      return """
        daemon off; master_process off; pid \(folder.path("pid")); error_log \(folder.path("nginx.log")); events {}
        http { access_log off; \(paths.joined(separator: " "))
        \(block.replacing("listen 443 ssl;", with: "listen 127.0.0.1:\(port) ssl http2;")
          .replacing("/etc/ssl/photos.example.org.pem", with: certificate)
          .replacing("/etc/ssl/photos.example.org.key", with: certificate))
        }
        """
    case .caddy:
      return """
        {
        	admin off
        	auto_https disable_redirects
        	https_port \(port)
        }
        \(block.replacing("\(host) {", with: "https://\(host):\(port) {\n\tbind 127.0.0.1\n\ttls \(certificate) \(certificate)"))
        """
    case .haproxy:
      let defaults = "defaults\n    timeout connect 5s\n    timeout client 75s\n    timeout server 75s\n\n"
      return (block.contains("defaults\n") ? "" : defaults)
        + block.replacing("bind :443", with: "bind 127.0.0.1:\(port)")
        .replacing("/etc/ssl/photos.example.org.pem", with: certificate)
    }
  }

  /// Asks for a target through the proxy by curl, and gives what it prints.
  func curl(_ words: String...) async throws -> String {
    let program = try start(words)
    return try await program.outcome().output
  }

  /// Starts curl on a target behind the proxy.
  func start(_ words: String...) throws -> Program { try start(words) }

  private func start(_ words: [String]) throws -> Program {
    let address = "https://\(Self.host):\(port)\(words.last ?? "/")"
    let arguments = ["-s", "-k", "--max-time", "60", "--noproxy", "*", "--resolve", "\(Self.host):\(port):127.0.0.1"]
    return try Program("curl", arguments: arguments + words.dropLast() + [address])
  }
}
