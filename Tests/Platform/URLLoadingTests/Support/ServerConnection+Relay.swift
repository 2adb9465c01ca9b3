// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

extension ServerConnection {
  /// Becomes a tunnel to a port of this machine, until one side ends.
  func relay(toPort port: Int) throws {
    let far = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { Glibc.close(far) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(far, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure(description: "connect: \(errno)") }
    try send("HTTP/1.1 200 Connection established\r\n\r\n")
    var ends = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: far, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&ends, 2, 60_000) > 0 {
      for (from, to) in [(0, 1), (1, 0)] where ends[from].revents != 0 {
        guard Self.pass(from: ends[from].fd, to: ends[to].fd) else { return }
      }
    }
  }

  /// Passes what is there; `false` at the end.
  private static func pass(from: Int32, to: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = recv(from, &bytes, bytes.count, 0)
    var sent = 0
    while sent < count {
      let written = bytes[sent..<count].withUnsafeBytes {
        Glibc.send(to, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard written > 0 else { return false }
      sent += written
    }
    return count > 0
  }
}

extension ScriptedServer {
  /// A proxy that opens ways to ports of this machine, and answers itself what it is to pass on.
  ///
  /// - Parameter refusal: The field with which a request is refused; `nil` where it is let in.
  static func proxy(refusing refusal: @escaping @Sendable (ReceivedRequest) -> String? = { _ in nil }) throws
    -> ScriptedServer
  {
    try ScriptedServer { connection in
      while let request = try connection.readRequest() {
        if let field = refusal(request) {
          try connection.respond("407 Proxy Authentication Required", [field], body: "the proxy's")
        } else if request.method == "CONNECT" {
          guard let port = request.target.split(separator: ":").last.flatMap({ Int($0) }) else { return }
          return try connection.relay(toPort: port)
        } else {
          try connection.respond(body: "passed on \(request.text)")
        }
      }
    }
  }

  /// A proxy that lets in Ada only, whose password is `1`.
  static func proxyOfAda() throws -> ScriptedServer {
    try proxy { request in
      request.field("proxy-authorization") == "Basic YWRhOjE=" ? nil : "Proxy-Authenticate: Basic realm=\"Kennel\""
    }
  }

  /// The dictionary of a configuration that names the proxy for all URLs.
  func proxyDictionary(_ more: [String: any Sendable] = [:]) -> [String: any Sendable] {
    let named: [String: any Sendable] = [
      "HTTPEnable": 1, "HTTPProxy": "127.0.0.1", "HTTPPort": port, "HTTPSEnable": 1, "HTTPSProxy": "127.0.0.1",
      "HTTPSPort": port,
    ]
    return named.merging(more) { $1 }
  }
}
