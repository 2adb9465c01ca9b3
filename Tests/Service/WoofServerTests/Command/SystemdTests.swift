// SPDX-License-Identifier: Apache-2.0

import Glibc
import ProcessKit
import Testing
import WoofModel

@testable import TestKit

/// What systemd gives to a service, and is told by it.
struct SystemdTests {
  @Test func `the service uses the socket that it was started with`() async throws {
    let folder = try TemporaryFolder()
    let listener = try Listener()
    try await blocking {
      let serving = try await ServingProgram(
        ["--data", folder.path("data")], under: Self.shell, descriptor: listener.descriptor)
      #expect(serving.addresses == ["http://127.0.0.1:\(listener.port)"])
      #expect(try serving.client().get("/readyz").status == 200)
      #expect(try await serving.stop().code == 0)
      // Systemd holds the socket, so that nobody is refused meanwhile.
      let waiting = try RawClient(port: listener.port)
      let again = try await ServingProgram(
        ["--data", folder.path("data")], under: Self.shell, descriptor: listener.descriptor)
      try waiting.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try waiting.receiveResponse().status == 200)
      #expect(try await again.stop().code == 0)
    }
  }

  @Test func `a socket that other machines reach is refused without TLS`() async throws {
    let folder = try TemporaryFolder()
    let listener = try Listener(address: INADDR_ANY)
    try await blocking {
      let program = try Program(
        Self.shell[0], arguments: Self.shell.dropFirst() + [Program.woof, "serve", "--data", folder.path("data")],
        descriptor: listener.descriptor)
      let outcome = try await program.outcome()
      #expect(outcome.code == 1)
      #expect(outcome.errors.contains("insecurePlainHTTP"))
    }
  }

  @Test func `systemd is notified when the service is ready, reloads and stops`() async throws {
    let folder = try TemporaryFolder()
    let socket = try NotifySocket(at: folder.path("notify"))
    try await blocking {
      let serving = try await ServingProgram(
        ["--data", folder.path("data"), "--listen", "127.0.0.1:0"],
        environment: ["NOTIFY_SOCKET=\(folder.path("notify"))"])
      #expect(try socket.receive() == "READY=1")
      serving.program.signal(SIGHUP)
      #expect(try socket.receive().hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
      #expect(try socket.receive() == "READY=1")
      serving.program.signal(SIGTERM)
      #expect(try socket.receive() == "STOPPING=1")
      #expect(try await serving.program.outcome().code == 0)
    }
  }

  /// Starts the service as systemd does, with its own process id in the environment.
  private static let shell = ["/bin/sh", "-c", "LISTEN_PID=$$ LISTEN_FDS=1 exec \"$@\"", "sh"]

  /// A listening socket that is not the service's.
  private final class Listener: Sendable {
    let descriptor: Int32
    let port: Int

    init(address: UInt32 = 0x7F00_0001) throws {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      self.descriptor = descriptor
      var name = sockaddr_in()
      name.sin_family = sa_family_t(AF_INET)
      name.sin_addr.s_addr = address.bigEndian
      var count = socklen_t(MemoryLayout<sockaddr_in>.size)
      let result = withUnsafeMutablePointer(to: &name) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
          bind(descriptor, name, count) == 0 && listen(descriptor, 16) == 0
            && getsockname(descriptor, name, &count) == 0
        }
      }
      guard result else { throw TestFailure("listen: \(errno)") }
      port = Int(UInt16(bigEndian: name.sin_port))
    }

    deinit { close(descriptor) }
  }

  /// The socket at which systemd hears of a service.
  private final class NotifySocket: Sendable {
    private let descriptor: Int32

    init(at path: String) throws {
      let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      self.descriptor = descriptor
      guard try UnixAddress(path).withSocketAddress({ bind(descriptor, $0, $1) }) == 0 else {
        throw TestFailure("bind: \(errno)")
      }
    }

    deinit { close(descriptor) }

    /// The next message.
    func receive() throws -> String {
      var descriptors = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptors, 1, 20_000) > 0 else { throw TestFailure("systemd hears nothing") }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = recv(descriptor, &bytes, bytes.count, 0)
      return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
  }
}
