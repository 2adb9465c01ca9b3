// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit
@testable import WoofHTTP

@Suite struct TLSSessionTests {
  /// Bytes in memory instead of a socket.
  private final class Memory: TLSTransport {
    var bytes: [UInt8]
    var hasBroken = false

    init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    func receiveRaw(into room: UnsafeMutableRawBufferPointer) -> Transfer {
      guard !bytes.isEmpty else { return .wouldBlock }
      let count = min(room.count, bytes.count)
      room.copyBytes(from: bytes.prefix(count))
      bytes.removeFirst(count)
      return .count(count)
    }

    func breakOff() { hasBroken = true }
  }

  private func withSession(
    receiving bytes: [UInt8] = [], _ body: (TLSSession, Memory) throws -> Void
  ) throws {
    let folder = try TemporaryFolder()
    let context = try TLSContext(SelfSignedCertificate.make(at: folder.path("server.pem")))
    let memory = Memory(bytes)
    let session = try #require(TLSSession(context, transport: memory, pool: BlockPool(smallSize: 1)))
    try withExtendedLifetime(memory) { try body(session, memory) }
  }

  @Test func `a handshake waits for the client's first words`() throws {
    try withSession { session, _ in
      #expect(session.handshake() == .waiting)
      #expect(!session.hasOutput)
    }
  }

  @Test func `plain HTTP is known as such`() throws {
    try withSession(receiving: Array("GET / HTTP/1.1\r\n\r\n".utf8)) { session, _ in
      #expect(session.handshake() == .plainHTTP)
    }
  }

  @Test func `nonsense fails the handshake`() throws {
    try withSession(receiving: [UInt8](repeating: 0xFF, count: 64)) { session, memory in
      #expect(session.handshake() == .failed)
      #expect(!memory.hasBroken)
    }
  }

  @Test func `bytes that cannot be sealed break the transport off`() throws {
    try withSession { session, memory in
      [UInt8(1), 2, 3].withUnsafeBytes { session.encrypt($0) }
      #expect(memory.hasBroken)
    }
  }
}
