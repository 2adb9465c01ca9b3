// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Testing

@testable import TestKit
@testable import WoofHTTP

@Suite struct ListenerTests {
  private static let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

  /// Runs a server on other addresses than loopback's IPv4.
  private func withListeners(
    _ addresses: [HTTPListener.Address], loops: Int = 2, _ body: (HTTPServer) async throws -> Void
  ) async throws {
    let group = try EventLoopGroup(count: loops, clock: ManualClock())
    let responder = TestResponder(log: ExchangeLog()) { request in
      text("\(request.peer.address)\(request.peer.userID.map { " of \($0)" } ?? "")")
    }
    let server = HTTPServer(
      configuration: HTTPServerConfiguration(listeners: addresses.map { HTTPListener($0) }), responder: responder,
      group: group)
    do {
      try await server.start()
      try await blocking { try await body(server) }
    } catch {
      await server.drain(within: .zero)
      await group.stop()
      throw error
    }
    await server.drain(within: .zero)
    await group.stop()
  }

  private func temporaryPath() -> String { "/tmp/woof-test-\(getpid())-\(UInt64.random(in: 0 ... .max)).sock" }

  @Test func `all loops share a free port that the system chose`() async throws {
    try await withListeners([.tcp(host: "127.0.0.1", port: 0)], loops: 4) { server in
      guard case .tcp("127.0.0.1", let port, false)? = server.boundAddresses.first else {
        throw RawClient.Failure(reason: "\(server.boundAddresses)")
      }
      #expect(DescriptorCount.ofSockets(localPort: port) == 4)
      for _ in 0..<20 {
        let client = try RawClient(port: port)
        try client.send(Self.request)
        #expect(try client.receiveResponse().text == "127.0.0.1")
      }
    }
  }

  @Test func `the server listens on an IPv6 address`() async throws {
    try await withListeners([.tcp(host: "::1", port: 0)]) { server in
      #expect(server.boundAddresses.first?.description.hasPrefix("http://[::1]:") == true)
    }
  }

  @Test func `a port in use is refused, even by another server of this process`() async throws {
    try await withListeners([.tcp(host: "127.0.0.1", port: 0)]) { server in
      guard case .tcp(_, let port, _)? = server.boundAddresses.first else { throw RawClient.Failure(reason: "no port") }
      let error = await #expect(throws: HTTPServerError.self) {
        try await withListeners([.tcp(host: "127.0.0.1", port: port)]) { _ in }
      }
      #expect(error?.code == .addressInUse)
    }
  }

  @Test func `an unknown host name is refused`() async throws {
    let error = await #expect(throws: HTTPServerError.self) {
      try await withListeners([.tcp(host: "no such host", port: 0)]) { _ in }
    }
    #expect(error?.code == .cannotListen)
  }

  @Test func `a Unix socket has the given permissions, and is removed in the end`() async throws {
    let path = temporaryPath()
    try await withListeners([.unix(path: path, mode: 0o640)]) { server in
      #expect(server.boundAddresses == [.unix(path: path, isSecure: false)])
      var status = stat()
      #expect(stat(path, &status) == 0)
      #expect(status.st_mode & 0o777 == 0o640)
      for _ in 0..<3 {
        let client = try RawClient(unixPath: path)
        try client.send(Self.request)
        #expect(try client.receiveResponse().text == "unix of \(geteuid())")
      }
      let refused = try RawClient(unixPath: path)
      try refused.send("nonsense\r\n\r\n")
      #expect(try refused.receiveResponse().status == 400)
    }
    #expect(access(path, F_OK) != 0)
  }

  @Test func `a socket with a path longer than an address works, and is removed in the end`() async throws {
    let folder = try TemporaryFolder()
    let deep = folder.path(String(repeating: "long-", count: 40))
    #expect(mkdir(deep, 0o700) == 0 && symlink(deep, folder.path("short")) == 0)
    for _ in 0..<2 {
      try await withListeners([.unix(path: "\(deep)/socket")]) { server in
        #expect(server.boundAddresses == [.unix(path: "\(deep)/socket", isSecure: false)])
        let client = try RawClient(unixPath: folder.path("short/socket"))
        try client.send(Self.request)
        #expect(try client.receiveResponse().text == "unix of \(geteuid())")
      }
      #expect(access("\(deep)/socket", F_OK) != 0)
    }
  }

  @Test func `a socket name that is too long by itself is refused`() async throws {
    let folder = try TemporaryFolder()
    let error = await #expect(throws: HTTPServerError.self) {
      try await withListeners([.unix(path: folder.path(String(repeating: "x", count: 200)))]) { _ in }
    }
    #expect(error?.code == .cannotListen)
  }

  @Test func `an abandoned socket file is replaced`() async throws {
    let path = temporaryPath()
    let stale = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let address = try #require(SocketAddress(unixPath: path))
    #expect(address.withSocketAddress { bind(stale, $0, $1) } == 0)
    close(stale)
    try await withListeners([.unix(path: path)]) { _ in _ = try RawClient(unixPath: path) }
  }

  @Test func `a socket file in use is left alone`() async throws {
    let path = temporaryPath()
    try await withListeners([.unix(path: path)]) { _ in
      let error = await #expect(throws: HTTPServerError.self) {
        try await withListeners([.unix(path: path)]) { _ in }
      }
      #expect(error?.code == .addressInUse)
      _ = try RawClient(unixPath: path)
    }
  }

  @Test func `a file that is not a socket is left alone`() async throws {
    let path = temporaryPath()
    close(creat(path, 0o600))
    defer { unlink(path) }
    await #expect(throws: HTTPServerError.self) { try await withListeners([.unix(path: path)]) { _ in } }
    #expect(access(path, F_OK) == 0)
  }

  @Test func `an inherited socket is used`() async throws {
    let path = temporaryPath()
    let inherited = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let address = try #require(SocketAddress(unixPath: path))
    #expect(address.withSocketAddress { bind(inherited, $0, $1) } == 0)
    #expect(listen(inherited, 10) == 0)
    defer { unlink(path) }
    try await withListeners([.inherited(descriptor: inherited)]) { _ in
      let client = try RawClient(unixPath: path)
      try client.send(Self.request)
      #expect(try client.receiveResponse().text == "unix of \(geteuid())")
    }
    #expect(access(path, F_OK) == 0, "the file belongs to whoever made it")
  }

  @Test func `accepted sockets send small packets at once and notice peers that have silently gone`() async throws {
    try await withServer { _ in
      text("ok")
    } _: { server in
      let client = try server.connect()
      await server.settle()
      let accepted = try #require(
        (0..<20_000).first { descriptor in
          var peer = sockaddr_in()
          var own = sockaddr_in()
          return name(of: Int32(descriptor), &own, getsockname) && name(of: Int32(descriptor), &peer, getpeername)
            && Int(UInt16(bigEndian: own.sin_port)) == server.port
        })
      #expect(option(Int32(accepted), TCP_NODELAY) == 1)
      #expect(option(Int32(accepted), TCP_USER_TIMEOUT) == 60_000)
      withExtendedLifetime(client) {}
    }
  }

  private func name(
    of descriptor: Int32, _ address: inout sockaddr_in,
    _ call: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> Bool {
    var count = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call(descriptor, $0, &count) == 0 }
    }
  }

  private func option(_ descriptor: Int32, _ name: Int32) -> Int32 {
    var value: Int32 = -1
    var count = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(descriptor, Int32(IPPROTO_TCP), name, &value, &count)
    return value
  }
}
