// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import Testing

@testable import TestKit
@testable import WoofHTTP

/// Bodies that are worked on by other threads than the loop's.
@Suite struct BodyElsewhereTests {
  private struct Refusal: Error {}

  private static func elsewhere(_ work: @escaping @Sendable () throws -> Void) async throws {
    try await blocking { try work() }
  }

  private static func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) } }

  private static func post(_ body: [UInt8]) -> [UInt8] {
    Array("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body
  }

  /// Responds with how many bytes of the body came, and whether they are the expected ones.
  private static let check: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
    let seen = Mutex<[UInt8]>([])
    do {
      try await request.body.forEachChunk(on: elsewhere) { span in
        span.withUnsafeBytes { bytes in seen.withLock { $0.append(contentsOf: bytes) } }
      }
    } catch {
      return text("\(error)", 400)
    }
    let got = seen.withLock { $0 }
    return text("\(got.count) \(got == bytes(got.count))")
  }

  @Test(arguments: [1, 16_385, 131_072, 1_000_000, 1_048_577, 1_300_000])
  func `a body arrives whole, and the connection goes on`(_ count: Int) async throws {
    try await withServer(handler: Self.check) { server in
      let client = try server.connect()
      for _ in 0..<2 {
        try client.send(Self.post(Self.bytes(count)))
        #expect(try client.receiveResponse().text == "\(count) true")
      }
    }
  }

  @Test(arguments: [1, 9_000, 70_000]) func `a body that comes in pieces arrives whole`(_ size: Int) async throws {
    try await withServer(handler: Self.check) { server in
      let client = try server.connect()
      let message = Self.post(Self.bytes(size == 1 ? 60 : 300_000))
      for start in stride(from: 0, to: message.count, by: size) {
        try client.send(Array(message[start..<min(start + size, message.count)]))
        await server.settle()
      }
      #expect(try client.receiveResponse().text == "\(size == 1 ? 60 : 300_000) true")
    }
  }

  @Test func `bytes after the body are the next request`() async throws {
    try await withServer(handler: Self.check) { server in
      let client = try server.connect()
      try client.send(Self.post(Self.bytes(400_000)) + Self.post(Self.bytes(500_000)) + Self.post([]))
      #expect(try client.receiveResponse().text == "400000 true")
      #expect(try client.receiveResponse().text == "500000 true")
      #expect(try client.receiveResponse().text == "0 true")
    }
  }

  @Test func `an error of the work ends reading`() async throws {
    try await withServer { request in
      do {
        try await request.body.forEachChunk(on: Self.elsewhere) { _ in throw Refusal() }
        return text("read")
      } catch {
        return text("\(error)", 422)
      }
    } _: { server in
      let client = try server.connect()
      try client.send(Self.post(Self.bytes(2_000_000)))
      #expect(try client.receiveResponse().text == "Refusal()")
    }
  }

  @Test(arguments: DisconnectTests.Leaving.allCases)
  func `a peer that leaves in the middle breaks the body off`(_ leaving: DisconnectTests.Leaving) async throws {
    let errors = Mutex<[String]>([])
    let hasBegun = Mutex(false)
    try await withServer { request in
      hasBegun.withLock { $0 = true }
      do {
        try await request.body.forEachChunk(on: Self.elsewhere) { _ in }
      } catch {
        errors.withLock { $0.append("\(error)") }
      }
      return text("")
    } _: { server in
      let client = try server.connect()
      try client.send(Array(Self.post(Self.bytes(2_000_000)).dropLast(1)))
      // The system takes that much without a server, and a reset would take it away again unread.
      try await waitUntil { hasBegun.withLock { $0 } }
      leaving.leave(client)
      try await waitUntil { server.server.statistics.openCount == 0 && errors.withLock { !$0.isEmpty } }
      #expect(errors.withLock { $0 } == ["connectionLost"])
    }
  }

  @Test func `a socket is closed when its reader is done`() async throws {
    let pair = try ConnectedPair()
    let group = try EventLoopGroup(count: 1)
    let loop = group.loops[0]
    let isOpenWhileLent = try await loop.perform {
      let connection = Connection(
        descriptor: pair.near, peer: HTTPPeer(address: "unix", port: 0, isSecure: false), loop: loop,
        pool: BlockPool(smallSize: 1),
        writeStallTimeout: 1000)
      connection.descriptorIsReady(.readable)
      let loan = try #require(connection.lendSocket(limit: 10))
      connection.close()
      let isOpen = pair.isOpen
      connection.takeBack(loan)
      return isOpen
    }
    #expect(isOpenWhileLent)
    #expect(!pair.isOpen)
    await group.stop()
  }
}

/// Two sockets that are connected with each other, of which a connection owns one.
private final class ConnectedPair: Sendable {
  let near: Int32
  private let far: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
      throw TestFailure("socketpair: \(errno)")
    }
    (near, far) = (ends[0], ends[1])
  }

  deinit { close(far) }

  /// Whether the connection's end has not been closed.
  var isOpen: Bool {
    var byte: UInt8 = 0
    return recv(far, &byte, 1, Int32(MSG_DONTWAIT)) < 0 && errno == EAGAIN
  }
}
