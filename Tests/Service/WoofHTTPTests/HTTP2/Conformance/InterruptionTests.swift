// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTP2TestKit
@testable import TestKit
@testable import WoofHTTP

/// Clients that leave in the middle of something, or send what makes no sense.
@Suite struct HTTP2InterruptionTests {
  /// A session with a frame of every type that a client sends.
  private static let session: [HTTP2Frame] = [
    .settings([(1, 100), (3, 10), (4, 70_000), (5, 20_000)]), .windowUpdate(1_000, on: 0),
    .head(HTTP2Frame.Priority(dependency: 0, weight: 7).bytes + block.prefix(30), ends: [])
      .with(flags: HTTP2Frame.priority).padded(9),
    .continuation(Array(block.dropFirst(30).prefix(10)), ends: []), .continuation(Array(block.dropFirst(40))),
    .data("do", isLast: false), .data("gs").padded(5), .windowUpdate(5, on: 1), .ping("12345678"),
    .priorityUpdate("u=1, i", of: 3), .head(HPACK.request("POST"), on: 3, ends: .head), .priority(on: 3), .reset(on: 3),
    HTTP2Frame(kind: .unknown, payload: [1, 2, 3]), .head(on: 5), .goAway(last: 0),
  ]
  private static let block = HPACK.request("POST", [["content-length", "4"], ["cookie", "a=b"]])

  @Test(arguments: [false, true])
  func `a client may leave behind every byte of a session`(isEncrypted: Bool) async throws {
    let bytes = HTTP2Client.preface + Self.session.flatMap { $0.bytes() }
    try await withConformanceServer(isEncrypted: isEncrypted) { server in
      let bystander = try HTTP2Client(port: server.port, isEncrypted: isEncrypted)
      for (turn, count) in (0...bytes.count).enumerated() {
        do {
          let client = try HTTP2Client(port: server.port, isEncrypted: isEncrypted, settings: nil)
          try client.send(Array(bytes.prefix(count)))
          // One half of the clients leaves at once, the other when everything has been seen.
          if count.isMultiple(of: 2) { await server.settle() }
        }
        if turn.isMultiple(of: 20) { try Self.checkService(bystander, turn: turn) }
        await server.settle()
      }
      let client = try HTTP2Client(port: server.port, isEncrypted: isEncrypted, settings: nil)
      try client.send(bytes)
      #expect(try client.receiveResponse(on: 1).text == "POST|dogs|")
      #expect(try client.receiveResponse(on: 5).text == "GET||")
    }
  }

  @Test(arguments: [UInt64(1), 2]) func `random frames do no harm`(seed: UInt64) async throws {
    var frames = RandomFrames(seed: seed)
    try await withConformanceServer(isEncrypted: false) { server in
      let bystander = try HTTP2Client(port: server.port)
      for turn in 0..<1_000 {
        let bytes = frames.nextSequence()
        let cut = frames.below(bytes.count + 1)
        do {
          let client = try HTTP2Client(port: server.port)
          // The server may have closed the connection before it takes everything.
          try? client.send(Array(bytes[..<cut]))
          if turn.isMultiple(of: 2) { await server.settle() }
          try? client.send(Array(bytes[cut...]))
          await server.settle()
        }
        if turn.isMultiple(of: 20) { try Self.checkService(bystander, turn: turn) }
      }
      let client = try HTTP2Client(port: server.port)
      try client.sendRequest(HTTP2Client.request("POST"), body: Array("dogs".utf8))
      #expect(try client.receiveResponse().text == "POST|dogs|")
    }
  }

  private static func checkService(_ client: HTTP2Client, turn: Int) throws {
    let stream = UInt32(2 * turn + 1)
    try client.sendRequest(on: stream)
    #expect(try client.receiveResponse(on: stream).text == "GET||")
  }
}

/// Frames that mostly have the form of frames, and whose contents are mostly nearly right.
private struct RandomFrames {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func below(_ bound: Int) -> Int { generator.below(bound) }

  mutating func nextSequence() -> [UInt8] {
    (0...below(12)).flatMap { _ in
      let frame = nextFrame()
      let isOff = below(30) == 0
      return frame.bytes(announcing: isOff ? below(40_000) : nil)
    }
  }

  private mutating func nextFrame() -> HTTP2Frame {
    let kinds: [HTTP2Frame.Kind] = [
      .data, .headers, .headers, .headers, .priority, .reset, .settings, .pushPromise, .ping, .goAway, .windowUpdate,
      .continuation, .priorityUpdate, .unknown,
    ]
    let kind = kinds[below(kinds.count)]
    let flags: [UInt8] = [0, 1, 4, 5, 5, 5, 8, 0x20, 0x25, 0x2d, UInt8(below(256))]
    let stream = below(10) == 0 ? UInt32(truncatingIfNeeded: generator.next()) : UInt32(below(12))
    return HTTP2Frame(
      kind: kind, flags: flags[below(flags.count)], stream: stream, payload: nextPayload(of: kind))
  }

  private mutating func nextPayload(of kind: HTTP2Frame.Kind) -> [UInt8] {
    guard below(6) > 0 else { return nextBytes(below(60)) }
    return switch kind {
    case .data: nextBytes(below(2_000))
    case .headers, .continuation: nextBlock()
    case .priority: nextBytes(5)
    case .reset, .windowUpdate: [0, 0, 0] + nextBytes(1)
    case .settings: (0..<below(4)).flatMap { _ in [0, UInt8(below(10)), 0] + nextBytes(3) }
    case .ping: nextBytes(8)
    case .goAway: nextBytes(8 + below(4))
    case .priorityUpdate: [0, 0, 0, UInt8(below(12))] + Array("u=\(below(9)), i".utf8)
    default: nextBytes(below(60))
    }
  }

  /// A request, or part of one, with a few bytes changed.
  private mutating func nextBlock() -> [UInt8] {
    let methods = ["GET", "POST", "HEAD", "OPTIONS", "CONNECT", ""]
    var block = HPACK.request(methods[below(methods.count)], [["content-length", "\(below(3))"]])
    if below(3) == 0 { block += nextBytes(below(20)) }
    if below(4) == 0 { block = Array(block.prefix(below(block.count + 1))) }
    for _ in 0..<below(3) where !block.isEmpty { block[below(block.count)] = UInt8(below(256)) }
    return block
  }

  private mutating func nextBytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(below(256)) } }
}
