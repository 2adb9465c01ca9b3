// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofSystem

@testable import HTTP2TestKit
@testable import TestKit
@testable import WoofHTTP

/// Clients that make the server work for nothing. Each attack ends with the attacker's connection, costs the server no
/// more than a bound, and leaves an honest client on another connection alone.
@Suite struct HTTP2WasteTests {
  /// An attack: what its client sends, again and again.
  struct Attack: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The rounds after which the server has to have had enough.
    var roundCount = 20_000
    /// Sends one round; the number counts them from 0.
    let send: @Sendable (HTTP2Client, Int) throws -> Void
  }

  private static func stream(_ round: Int) -> UInt32 { UInt32(2 * round + 1) }

  private static let cancel = UInt32(8).bigEndianBytes

  static let attacks = resets + heads + frames

  /// Streams that are reset, by whichever end.
  private static let resets: [Attack] = [
    Attack(testDescription: "requests that are reset at once (CVE-2023-44487)") { client, round in
      try client.sendRequest(on: stream(round))
      try client.send(HTTP2Frame(kind: .reset, stream: stream(round), payload: cancel))
    },
    Attack(testDescription: "resets made by a window of nothing (CVE-2025-8671)") { client, round in
      try client.sendRequest(on: stream(round))
      try client.send(HTTP2Frame(kind: .windowUpdate, stream: stream(round), payload: UInt32(0).bigEndianBytes))
    },
    Attack(testDescription: "resets made by a window that overflows") { client, round in
      try client.sendRequest(on: stream(round))
      try client.send(
        HTTP2Frame(kind: .windowUpdate, stream: stream(round), payload: UInt32(0x7fff_ffff).bigEndianBytes))
    },
    Attack(testDescription: "resets made by bodies that are longer than they said") { client, round in
      try client.sendHead(
        HTTP2Client.request("POST", "/", [["content-length", "1"]]), on: stream(round), isLast: false)
      try client.send(HTTP2Frame(kind: .data, stream: stream(round), payload: [1, 2]))
    },
    Attack(testDescription: "resets made by trailers that are not the last") { client, round in
      try client.sendHead(HTTP2Client.request("POST"), on: stream(round), isLast: false)
      try client.sendHead([["a", "b"]], on: stream(round), isLast: false)
    },
    Attack(testDescription: "resets made by malformed heads") { client, round in
      try client.sendRequest(
        [[":method", "GET"], [":path", "/"], [":scheme", "http"], ["Upper", "x"]], on: stream(round))
    },
  ]

  /// Heads that are refused, or have no end.
  private static let heads: [Attack] = [
    Attack(testDescription: "requests that are refused for their form") { client, round in
      try client.sendRequest(HTTP2Client.request("GET", "/", [["host", "y"]]), on: stream(round))
    },
    Attack(testDescription: "a head in endless frames (CVE-2024-28182)") { client, round in
      let kind: HTTP2Frame.Kind = round == 0 ? .headers : .continuation
      try client.send(HTTP2Frame(kind: kind, stream: 1, payload: client.encoded([["name-\(round)", "value"]])))
    },
    Attack(testDescription: "a head that is endless") { client, round in
      let kind: HTTP2Frame.Kind = round == 0 ? .headers : .continuation
      let payload = client.encoded((0..<100).map { ["name-\(round)-\($0)", String(repeating: "x", count: 100)] })
      try client.send(HTTP2Frame(kind: kind, stream: 1, payload: payload))
    },
  ]

  /// Frames that carry nothing.
  private static let frames: [Attack] = [
    Attack(testDescription: "empty frames of a body (CVE-2019-9518)") { client, round in
      if round == 0 { try client.sendHead(HTTP2Client.request("POST"), isLast: false) }
      try client.send(HTTP2Frame(kind: .data, stream: 1))
    },
    Attack(testDescription: "frames of a body that are all padding") { client, round in
      if round == 0 { try client.sendHead(HTTP2Client.request("POST"), isLast: false) }
      try client.send(HTTP2Frame(kind: .data, flags: HTTP2Frame.padded, stream: 1, payload: [3, 0, 0, 0]))
    },
    Attack(testDescription: "settings (CVE-2019-9515)") { client, _ in try client.send(HTTP2Client.settingsFrame([])) },
    Attack(testDescription: "pings (CVE-2019-9512)") { client, _ in
      try client.send(HTTP2Frame(kind: .ping, payload: [UInt8](repeating: 0, count: 8)))
    },
    Attack(testDescription: "windows that are moved by a byte", roundCount: 30_000) { client, _ in
      try client.send(HTTP2Frame(kind: .windowUpdate, payload: UInt32(1).bigEndianBytes))
    },
    Attack(testDescription: "priorities (CVE-2019-9513)") { client, _ in
      try client.send(HTTP2Frame(kind: .priority, stream: 1, payload: [0, 0, 0, 0, 16]))
    },
    Attack(testDescription: "priorities of RFC 9218") { client, _ in
      try client.send(HTTP2Frame(kind: .priorityUpdate, payload: UInt32(1).bigEndianBytes + Array("u=1".utf8)))
    },
    Attack(testDescription: "frames of an unknown type") { client, _ in try client.send(HTTP2Frame(kind: .unknown)) },
  ]

  @Test(arguments: attacks) func `an attacker is stopped, and an honest client served`(_ attack: Attack) async throws {
    try await withHTTP2Server { _ in
      text("ok")
    } _: { server, attacker in
      let honest = try HTTP2Client(port: server.port)
      try honest.sendRequest()
      #expect(try honest.receiveResponse().text == "ok")
      attacker.opensWindows = false
      var roundCount = 0
      do {
        while roundCount < attack.roundCount {
          try attack.send(attacker, roundCount)
          roundCount += 1
          if roundCount % 100 == 0 { try attacker.dropWhatHasCome() }
        }
      } catch {}
      #expect(roundCount < attack.roundCount, "the server took all of it")
      attacker.close()
      try await waitUntil { server.server.statistics.openCount == 1 }
      try honest.sendRequest(on: 3)
      #expect(try honest.receiveResponse(on: 3).text == "ok")
    }
  }

  @Test func `what an attack costs the server is in proportion to what it costs the attacker`() async throws {
    try await withHTTP2Server { _ in
      text("ok")
    } _: { server, attacker in
      let before = await server.processorTime()
      let spent = try Self.processorTime {
        for round in 0..<900 {
          try attacker.sendRequest(on: Self.stream(round))
          try attacker.send(HTTP2Frame(kind: .reset, stream: Self.stream(round), payload: Self.cancel))
        }
      }
      await server.settle()
      let served = await server.processorTime() - before
      // Both are of the same process and build; a server that did work for each of a burst of resets would take far more.
      #expect(served < 20 * spent, "server \(served / 1000) µs, attacker \(spent / 1000) µs")
    }
  }

  /// The processor time that `body` takes on the thread that runs it, in nanoseconds.
  private static func processorTime(of body: () throws -> Void) rethrows -> Int64 {
    let start = KernelClock.threadProcessor.nanoseconds
    try body()
    return KernelClock.threadProcessor.nanoseconds - start
  }

  @Test func `500 downloads that are cancelled within ten seconds are fine`() async throws {
    let large = HTTPBytes([UInt8](repeating: 1, count: 100_000))
    try await withHTTP2Server { _ in
      HTTPResponse(200, body: .bytes(large))
    } _: { _, client in
      client.opensWindows = false
      for round in 0..<500 {
        try client.sendRequest(on: Self.stream(round))
        try client.send(HTTP2Frame(kind: .reset, stream: Self.stream(round), payload: Self.cancel))
      }
      client.opensWindows = true
      try client.send(HTTP2Frame(kind: .windowUpdate, payload: UInt32(10_000_000).bigEndianBytes))
      try client.sendRequest(on: Self.stream(500))
      #expect(try client.receiveResponse(on: Self.stream(500)).body.count == 100_000)
    }
  }

  @Test func `a client that takes its responses may cancel as many`() async throws {
    try await withHTTP2Server { _ in
      text("ok")
    } _: { _, client in
      for round in 0..<1_200 {
        try client.sendRequest(on: Self.stream(2 * round))
        _ = try client.receiveResponse(on: Self.stream(2 * round))
        try client.sendRequest(on: Self.stream(2 * round + 1))
        try client.send(HTTP2Frame(kind: .reset, stream: Self.stream(2 * round + 1), payload: Self.cancel))
      }
      try client.sendRequest(on: Self.stream(2_400))
      #expect(try client.receiveResponse(on: Self.stream(2_400)).text == "ok")
    }
  }

  @Test func `slow readers over many streams hold no more memory than the windows`() async throws {
    let large = HTTPBytes([UInt8](repeating: 1, count: 1_000_000))
    try await withHTTP2Server { _ in
      HTTPResponse(200, body: .bytes(large))
    } _: { server, client in
      client.opensWindows = false
      for round in 0..<400 { try client.sendRequest(on: Self.stream(round)) }
      await server.settle()
      var count = 0
      while client.hasNews, let frame = try client.receive() { if frame.kind == .data { count += frame.payload.count } }
      #expect(count == 65_535)
      let other = try HTTP2Client(port: server.port)
      try other.sendRequest()
      #expect(try other.receiveResponse().body.count == 1_000_000)
    }
  }
}

extension TestServer {
  /// The processor time that the server's loops have used, in nanoseconds.
  fileprivate func processorTime() async -> Int64 {
    var time: Int64 = 0
    for loop in group.loops { time += await loop.perform { KernelClock.threadProcessor.nanoseconds } }
    return time
  }
}
