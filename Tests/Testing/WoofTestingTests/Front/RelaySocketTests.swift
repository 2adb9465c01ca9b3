// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WoofHTTP

@testable import TestKit
@testable import WoofTesting

struct RelaySocketTests {
  @Test func `a response that came before the connection broke can still be read`() async throws {
    let group = try EventLoopGroup(count: 1)
    let (results, result) = AsyncStream.makeStream(of: [UInt8].self)
    let listener = try RelayListener(host: "127.0.0.1", port: 0, tls: nil, loop: group.loops[0]) { relay in
      let block = [UInt8](repeating: 0, count: 64 * 1024)
      while await relay.send(block) {}
      var received: [UInt8] = []
      while let bytes = await relay.receive() { received += bytes }
      result.yield(received)
    }
    try await listener.start()
    guard case .tcp(_, let port, _) = listener.address else { throw RawClient.Failure(reason: "no port") }
    let client = try RawClient(port: port)
    try client.send("HTTP/1.1 401 Unauthorized")
    // Closed with bytes unread, the connection is reset.
    _ = try await blocking { try client.receive(count: 1) }
    client.close()
    let received = try #require(await results.first { _ in true })
    #expect(String(decoding: received, as: UTF8.self) == "HTTP/1.1 401 Unauthorized")
    await group.loops[0].perform { listener.stop() }
  }
}
