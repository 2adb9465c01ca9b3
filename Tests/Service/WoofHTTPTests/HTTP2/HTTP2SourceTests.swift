// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import HTTP2TestKit
@testable import TestKit
@testable import WoofHTTP

/// Bodies that come from sources, as live feeds are, on many streams of few connections.
@Suite struct HTTP2SourceTests {
  /// A source that a test sends through.
  private final class Feed: HTTPBodySource {
    private let outlet = Mutex<(any HTTPBodyOutlet)?>(nil)
    let hasRoom = Gate()
    let isClosed = Gate()

    func opened(_ outlet: any HTTPBodyOutlet) { self.outlet.withLock { $0 = outlet } }
    func outletHasRoom() { hasRoom.open() }
    func outletClosed() { isClosed.open() }

    /// Sends bytes; returns `false` where some are held back.
    func send(_ bytes: HTTPBytes) async -> Bool {
      guard let outlet = outlet.withLock({ $0 }) else { return false }
      return await outlet.loop.perform { outlet.send(bytes) }
    }

    func finish() async {
      guard let outlet = outlet.withLock({ $0 }) else { return }
      await outlet.loop.perform { outlet.finish() }
    }
  }

  /// Runs a server that responds to each request with a feed; `body` is given those that there are so far.
  private func withFeeds(
    _ body: (TestServer, HTTP2Client, _ feeds: () -> [Feed]) async throws -> Void
  ) async throws {
    let feeds = Mutex<[Feed]>([])
    try await withHTTP2Server { _ in
      let feed = Feed()
      feeds.withLock { $0.append(feed) }
      return HTTPResponse(200, body: .source(feed))
    } _: { server, client in
      try await body(server, client) { feeds.withLock { $0 } }
    }
  }

  @Test func `hundreds of feeds share a connection, and each line reaches all of them`() async throws {
    try await withFeeds { server, client, feeds in
      let others = try (0..<3).map { _ in try HTTP2Client(port: server.port) }
      let clients = [client] + others
      for client in clients { for index in 0..<400 { try client.sendRequest(on: UInt32(2 * index + 1)) } }
      for client in clients { for _ in 0..<400 { _ = try client.receive(.headers) } }
      await server.settle()
      let all = feeds()
      #expect(all.count == 1_600)
      for feed in all { #expect(await feed.send(HTTPBytes("line\n"))) }
      for client in clients {
        var streams: Set<UInt32> = []
        for _ in 0..<400 {
          let frame = try client.receive(.data)
          #expect(frame.payload == Array("line\n".utf8))
          streams.insert(frame.stream)
        }
        #expect(streams.count == 400)
      }
    }
  }

  @Test func `a source is told of the end, by whichever side`() async throws {
    try await withFeeds { server, client, feeds in
      for stream: UInt32 in [1, 3] {
        try client.sendRequest(on: stream)
        _ = try client.receive(.headers, on: stream)
      }
      await server.settle()
      let (first, second) = (feeds()[0], feeds()[1])
      await first.finish()
      #expect(try client.receiveResponse(on: 1).body.isEmpty)
      await first.isClosed.wait()
      try client.send(HTTP2Frame(kind: .reset, stream: 3, payload: [0, 0, 0, 8]))
      await second.isClosed.wait()
      await server.settle()
      #expect(server.log.all.map(\.isComplete).sorted { !$0 && $1 } == [false, true])
    }
  }

  @Test func `a source waits for a client that takes nothing, and is told when there is room`() async throws {
    try await withFeeds { server, client, feeds in
      client.opensWindows = false
      try client.sendRequest()
      _ = try client.receive(.headers)
      await server.settle()
      let feed = feeds()[0]
      let line = HTTPBytes([UInt8](repeating: 1, count: 10_000))
      var sentCount = 0
      while await feed.send(line) {
        sentCount += 1
        await server.settle()
      }
      #expect((7...12).contains(sentCount))
      try client.send(
        HTTP2Frame(kind: .windowUpdate, payload: UInt32(1_000_000).bigEndianBytes),
        HTTP2Frame(kind: .windowUpdate, stream: 1, payload: UInt32(1_000_000).bigEndianBytes))
      await feed.hasRoom.wait()
      await feed.finish()
      var count = 0
      while let frame = try client.receive(), frame.kind != .goAway {
        count += frame.payload.count
        if frame.endsStream { break }
      }
      #expect(count == (sentCount + 1) * line.count)
    }
  }

  @Test func `live bodies end in order when the server does`() async throws {
    try await withHTTP2Server { _ in
      HTTPResponse(200, body: .source(Feed()))
    } _: { server, client in
      try client.sendRequest()
      _ = try client.receive(.headers)
      await server.settle()
      let drained = try await beginDrain(server, within: .seconds(100))
      #expect(try client.receiveResponse().body.isEmpty)
      client.close()
      await drained.value
    }
  }
}
