// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTP2TestKit
@testable import TestKit
@testable import WoofHTTP

/// The limits of a connection and of its requests, and the end of both.
@Suite struct HTTP2LimitTests {
  private static let calm: UInt32 = 11

  @Test func `a head over the limits is refused, and the connection goes on`() async throws {
    try await withHTTP2Server { _ in
      text("ok")
    } _: { _, client in
      let refusals: [([[String]], Int)] = [
        (HTTP2Client.request("GET", "/", [["long", String(repeating: "x", count: 17_000)]]), 431),
        (HTTP2Client.request("GET", "/", (0..<101).map { ["name-\($0)", "x"] }), 431),
        (HTTP2Client.request("GET", "/" + String(repeating: "x", count: 8_192)), 414),
        (HTTP2Client.request(String(repeating: "M", count: 33)), 501),
        (HTTP2Client.request("GET", "/", [["host", "y"]]), 400),
        (HTTP2Client.request("GET", "/", [["expect", "the-best"]]), 417),
        ([[":method", "GET"], [":scheme", "ftp"], [":path", "/"], [":authority", "x"]], 400),
        ([[":method", "CONNECT"], [":authority", "x:443"]], 501),
      ]
      for (index, (fields, status)) in refusals.enumerated() {
        let stream = UInt32(2 * index + 1)
        try client.sendRequest(fields, on: stream)
        #expect(try client.receiveResponse(on: stream).status == status, "\(fields[0]) \(status)")
      }
      try client.sendRequest(HTTP2Client.request("GET", "/", [["host", "X"]]), on: 101)
      #expect(try client.receiveResponse(on: 101).text == "ok")
    }
  }

  @Test func `the server announces its limits`() async throws {
    var limits = HTTPServerLimits()
    (limits.concurrentStreamCount, limits.headByteCount) = (7, 2_000)
    try await withHTTP2Server(limits: limits) { _ in
      text("ok")
    } _: { _, client in
      #expect(client.settings[3] == 7)
      #expect(client.settings[6] == 2_000)
      #expect(client.settings[9] == 1)
    }
  }

  @Test func `handlers of streams that were reset count until they return`() async throws {
    var limits = HTTPServerLimits()
    limits.concurrentStreamCount = 3
    let gate = Gate()
    let running = Counter()
    try await withHTTP2Server(limits: limits) { _ in
      running.add(1)
      await gate.wait()
      return text("ok")
    } _: { server, client in
      for index in 0..<20 {
        let stream = UInt32(2 * index + 1)
        try client.sendRequest(on: stream)
        try client.send(HTTP2Frame(kind: .reset, stream: stream, payload: [0, 0, 0, 8]))
      }
      let refused = try client.receive(.reset, on: 7)
      #expect(refused.code == 7)
      await server.settle()
      #expect(running.value == 3)
      gate.open()
    }
  }

  @Test func `heads that together hold too much are refused`() async throws {
    let gate = Gate()
    try await withHTTP2Server { _ in
      await gate.wait()
      return text("ok")
    } _: { _, client in
      let large = HTTP2Client.request("GET", "/", [["large", String(repeating: "x", count: 15_000)]])
      // Fields that are repeated cost the client a byte each.
      for index in 0..<200 { try client.sendRequest(large, on: UInt32(2 * index + 1)) }
      let refused = try client.receive(.reset)
      #expect(refused.code == 7)
      #expect((250...300).contains(refused.stream))
      gate.open()
    }
  }

  // MARK: Deadlines

  @Test func `a connection without a request ends with the time for a head`() async throws {
    try await withServer { _ in
      text("ok")
    } _: { server in
      let client = try HTTP2Client(port: server.port)
      try client.awaitSettings()
      let time = try await server.timeUntilEnd(client)
      #expect((10_000...11_000).contains(time))
    }
  }

  @Test func `an idle connection is told the end when keepAliveTimeout is over`() async throws {
    try await withHTTP2Server { _ in
      text("ok")
    } _: { server, client in
      try client.sendRequest()
      _ = try client.receiveResponse()
      let time = try await server.timeUntilEnd(client)
      #expect((60_000...61_000).contains(time))
    }
  }

  @Test func `a head that does not come to its end in time ends the connection`() async throws {
    try await withHTTP2Server { _ in
      text("ok")
    } _: { server, client in
      let block = client.encoded(HTTP2Client.request())
      try client.send(HTTP2Frame(kind: .headers, flags: HTTP2Frame.endStream, stream: 1, payload: block))
      let time = try await server.timeUntilEnd(client, code: Self.calm)
      #expect((10_000...11_000).contains(time))
      #expect(server.server.statistics.timeoutCounts[.head] == 1)
    }
  }

  @Test func `a body that comes too slowly fails, and other streams go on`() async throws {
    let failed = Gate()
    try await withHTTP2Server { request in
      guard request.method == .post else { return text("ok") }
      do {
        _ = try await request.body.collect(upTo: 100)
        return text("whole")
      } catch {
        failed.open()
        return text("\(error)", 408)
      }
    } _: { server, client in
      try client.sendHead(HTTP2Client.request("POST"), isLast: false)
      try client.send(HTTP2Frame(kind: .data, stream: 1, payload: [1]))
      await server.settle()
      while !failed.isOpen {
        server.clock.advance(by: 1_000)
        await server.settle()
      }
      #expect(try client.receiveResponse().status == 408)
      try client.sendRequest(on: 3)
      #expect(try client.receiveResponse(on: 3).text == "ok")
    }
  }

  @Test func `a response that the client takes nothing of is reset, and other streams go on`() async throws {
    try await withHTTP2Server { request in
      request.target.bytes.count > 1
        ? HTTPResponse(200, body: .bytes(HTTPBytes([UInt8](repeating: 1, count: 300_000)))) : text("ok")
    } _: { server, client in
      client.opensWindows = false
      try client.sendRequest(HTTP2Client.request("GET", "/large"), on: 1)
      try client.sendRequest(on: 3)
      // The window of the connection is used up, so that nothing comes on the third stream either.
      try client.send(HTTP2Frame(kind: .windowUpdate, payload: UInt32(100_000).bigEndianBytes))
      #expect(try client.receiveResponse(on: 3).text == "ok")
      await server.settle()
      for _ in 0..<62 {
        server.clock.advance(by: 1_000)
        await server.settle()
      }
      #expect(throws: HTTP2Client.End.streamReset(8)) { try client.receiveResponse(on: 1) }
      #expect(server.server.statistics.timeoutCounts[.response] == 1)
      try client.sendRequest(on: 5)
      #expect(try client.receiveResponse(on: 5).text == "ok")
    }
  }

  @Test func `a response that waits for its turn behind others is not stalled`() async throws {
    let large = HTTPBytes([UInt8](repeating: 1, count: 200_000))
    try await withHTTP2Server { _ in
      HTTPResponse(200, body: .bytes(large))
    } _: { server, client in
      client.opensWindows = false
      try client.send(HTTP2Client.settingsFrame([(4, 1_000_000)]))
      try client.sendRequest(on: 1)
      try client.sendRequest(HTTP2Client.request("GET", "/", [["priority", "u=5"]]), on: 3)
      var counts: [UInt32: Int] = [:]
      while counts[3, default: 0] < large.count {
        let frame = try #require(try client.receive())
        try #require(frame.kind != .reset)
        guard frame.kind == .data else { continue }
        counts[frame.stream, default: 0] += frame.payload.count
        // A slow client: it takes a frame in ten seconds, and the window is no more than four frames.
        try client.send(HTTP2Frame(kind: .windowUpdate, payload: UInt32(frame.payload.count).bigEndianBytes))
        server.clock.advance(by: 10_000)
        await server.settle()
      }
      #expect(counts[1] == large.count)
      #expect(server.server.statistics.timeoutCounts[.response] == nil)
    }
  }

  // MARK: The end of the server

  @Test func `the end is announced twice, and what runs is finished`() async throws {
    let (gate, started) = (Gate(), Gate())
    try await withHTTP2Server { _ in
      started.open()
      await gate.wait()
      return text("finished")
    } _: { server, client in
      try client.sendRequest()
      await started.waitUnlessCancelled()
      let drained = try await beginDrain(server, within: .seconds(100))
      let notice = try client.receive(.goAway)
      #expect(UInt32(bigEndianBytes: notice.payload.prefix(4)) == 0x7fff_ffff)
      let ping = try client.receive(.ping)
      try client.send(HTTP2Frame(kind: .ping, flags: HTTP2Frame.acknowledge, payload: ping.payload))
      let end = try client.receive(.goAway)
      #expect(UInt32(bigEndianBytes: end.payload.prefix(4)) == 1)
      #expect(end.code == 0)
      gate.open()
      #expect(try client.receiveResponse().text == "finished")
      #expect(try client.receive() == nil)
      client.close()
      await drained.value
    }
  }

  @Test func `a connection that is idle ends at once when the server does`() async throws {
    try await withHTTP2Server { _ in
      text("ok")
    } _: { server, client in
      try client.sendRequest()
      _ = try client.receiveResponse()
      await server.settle()
      let drained = try await beginDrain(server, within: .seconds(100))
      let ping = try client.receive(.ping)
      try client.send(HTTP2Frame(kind: .ping, flags: HTTP2Frame.acknowledge, payload: ping.payload))
      _ = try client.receive(.goAway)
      #expect(try client.receive() == nil)
      client.close()
      await drained.value
    }
  }
}

extension TestServer {
  /// Moves the time on until the server has told the client the end of the connection; the time that took, in
  /// milliseconds.
  fileprivate func timeUntilEnd(_ client: HTTP2Client, code: UInt32 = 0) async throws -> Int64 {
    let time = try await time { client.hasNews }
    #expect(try client.receive(.goAway).code == code)
    return time
  }
}
