// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Testing

@testable import TestKit
@testable import WoofHTTP

@Suite struct FairnessTests {
  /// Keeps the only loop of a server busy while `body` runs, so that everything that `body` sends is there when the loop
  /// looks.
  private func whileLoopIsBusy(_ server: TestServer, _ body: () throws -> Void) async throws {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    let (reading, writing) = (ends[0], ends[1])
    server.group.loops[0].execute {
      var byte: UInt8 = 0
      _ = read(reading, &byte, 1)
    }
    try body()
    _ = write(writing, "x", 1)
    await server.settle()
    close(reading)
    close(writing)
  }

  @Test func `a client with many requests does not starve another one`() async throws {
    try await withServer { request in
      text(String(decoding: request.target.bytes, as: UTF8.self))
    } _: { server in
      let greedy = try RawClient(port: server.port, receiveBuffer: 1_000_000)
      let modest = try server.connect()
      await server.settle()
      let count = 2000
      try await whileLoopIsBusy(server) {
        try greedy.send(String(repeating: "GET /many HTTP/1.1\r\nHost: x\r\n\r\n", count: count))
        try modest.send("GET /one HTTP/1.1\r\nHost: x\r\n\r\n")
      }
      #expect(try modest.receiveResponse().text == "/one")
      for _ in 0..<count { #expect(try greedy.receiveResponse().text == "/many") }
      await server.settle()
      let paths = server.log.all.compactMap { $0.request?.target.bytes.count }
      #expect(try #require(paths.firstIndex(of: 4)) < count)
    }
  }
}
