// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTP2TestKit
@testable import TestKit
@testable import WoofHTTP

/// The order in which responses of one connection are sent (RFC 9218), and the windows that bound them.
@Suite struct HTTP2PriorityTests {
  private static let originalCount = 8_000_000
  private static let thumbnailCount = 20_000

  /// Asks for an original, then for a thumbnail; gives the bytes of the original that came before the end of the
  /// thumbnail.
  private func originalBytesBeforeThumbnail(
    urgencyOfOriginal: Int?, thumbnailFields: [[String]] = []
  ) async throws -> Int {
    let original = HTTPBytes([UInt8](repeating: 1, count: Self.originalCount))
    let thumbnail = HTTPBytes([UInt8](repeating: 2, count: Self.thumbnailCount))
    var count = 0
    try await withHTTP2Server { request in
      guard request.target.bytes == Array("/original".utf8) else { return HTTPResponse(200, body: .bytes(thumbnail)) }
      var response = HTTPResponse(200, body: .bytes(original))
      response.urgency = urgencyOfOriginal
      return response
    } _: { server, client in
      // All windows are open, so that only the order counts.
      try client.send(HTTP2Client.settingsFrame([(4, 0x7fff_ffff)]))
      try client.send(HTTP2Frame(kind: .windowUpdate, payload: UInt32(0x7fff_0000).bigEndianBytes))
      client.opensWindows = false
      try client.sendRequest(HTTP2Client.request("GET", "/original"), on: 1)
      _ = try client.receive(.headers, on: 1)
      try client.sendRequest(HTTP2Client.request("GET", "/thumbnail", thumbnailFields), on: 3)
      await server.settle()
      while let frame = try client.receive(), !(frame.stream == 3 && frame.endsStream) {
        if frame.stream == 1 { count += frame.payload.count }
      }
    }
    return count
  }

  @Test func `a thumbnail overtakes an original whose response says that it may wait`() async throws {
    #expect(try await originalBytesBeforeThumbnail(urgencyOfOriginal: 5) < Self.originalCount / 2)
  }

  @Test func `a thumbnail overtakes an original where the client says so`() async throws {
    let count = try await originalBytesBeforeThumbnail(
      urgencyOfOriginal: nil, thumbnailFields: [["priority", "u=1"]])
    #expect(count < Self.originalCount / 2)
  }

  @Test func `an original comes first where the client says that the thumbnail may wait`() async throws {
    let count = try await originalBytesBeforeThumbnail(
      urgencyOfOriginal: 5, thumbnailFields: [["priority", "u=7"]])
    #expect(count == Self.originalCount)
  }

  @Test func `a frame that updates the priority counts`() async throws {
    let (gate, both) = (Gate(), Gate())
    // So long that the first cannot have been sent before the second has begun.
    let body = HTTPBytes([UInt8](repeating: 1, count: 4_000_000))
    try await withHTTP2Server { request in
      if request.target.bytes == Array("/second".utf8) { both.open() }
      await gate.wait()
      return HTTPResponse(200, body: .bytes(body))
    } _: { _, client in
      try client.send(HTTP2Client.settingsFrame([(4, 10_000_000)]))
      try client.send(HTTP2Frame(kind: .windowUpdate, payload: UInt32(10_000_000).bigEndianBytes))
      try client.sendRequest(HTTP2Client.request("GET", "/first"), on: 1)
      try client.send(HTTP2Frame(kind: .priorityUpdate, payload: UInt32(1).bigEndianBytes + Array("u=6".utf8)))
      try client.sendRequest(HTTP2Client.request("GET", "/second"), on: 3)
      await both.waitUnlessCancelled()
      gate.open()
      var ends: [UInt32] = []
      while ends.count < 2, let frame = try client.receive() { if frame.endsStream { ends.append(frame.stream) } }
      #expect(ends == [3, 1])
    }
  }

  @Test func `no more of a response is sent than the windows allow`() async throws {
    try await withHTTP2Server { _ in
      HTTPResponse(200, body: .bytes(HTTPBytes([UInt8](repeating: 1, count: 50_000))))
    } _: { server, client in
      client.opensWindows = false
      try client.send(HTTP2Client.settingsFrame([(4, 1_000)]))
      try client.sendRequest()
      #expect(try client.receive(.data).payload.count == 1_000)
      await server.settle()
      try client.send(HTTP2Frame(kind: .windowUpdate, stream: 1, payload: UInt32(49_000).bigEndianBytes))
      var count = 1_000
      while count < 50_000 { count += try client.receive(.data).payload.count }
      #expect(count == 50_000)
    }
  }

  @Test func `a body that nobody reads holds its own sender back and no other`() async throws {
    let gate = Gate()
    try await withHTTP2Server { request in
      if request.target.bytes == Array("/slow".utf8) { await gate.wait() }
      return text("\((try? await request.body.collect(upTo: 10_000_000))?.count ?? -1)")
    } _: { server, client in
      try client.sendHead(HTTP2Client.request("POST", "/slow"), on: 1, isLast: false)
      let window = client.window(of: 1)
      #expect(window < client.window(of: 0))
      for _ in 0..<(window / 16_384) {
        try client.send(HTTP2Frame(kind: .data, stream: 1, payload: [UInt8](repeating: 1, count: 16_384)))
      }
      await server.settle()
      #expect(client.window(of: 1) < 16_384)
      try client.sendHead(HTTP2Client.request("POST", "/fast"), on: 3, isLast: false)
      try client.sendBody([UInt8](repeating: 1, count: 200_000), on: 3)
      #expect(try client.receiveResponse(on: 3).text == "200000")
      gate.open()
      try client.sendBody([], on: 1)
      #expect(try client.receiveResponse(on: 1).text == "\(window / 16_384 * 16_384)")
    }
  }

  @Test func `the window of a body that is read at once grows`() async throws {
    try await withHTTP2Server { request in
      text("\((try? await request.body.collect(upTo: 10_000_000))?.count ?? -1)")
    } _: { _, client in
      try client.sendHead(HTTP2Client.request("POST"), isLast: false)
      let first = client.window(of: 1)
      try client.sendBody([UInt8](repeating: 1, count: 2_000_000))
      #expect(try client.receiveResponse().text == "2000000")
      #expect(client.largestWindow(of: 1) >= 4 * first)
    }
  }
}
