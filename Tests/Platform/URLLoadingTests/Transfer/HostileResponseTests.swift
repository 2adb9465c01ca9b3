// SPDX-License-Identifier: Apache-2.0

import CCurl
import Foundation
import Synchronization
import Testing

@testable import TestKit
@testable import URLLoading

@Suite struct HostileResponseTests {
  private static let responses = [
    "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nSet-Cookie: a=b\r\n\r\nwoof",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nwo\r\n2;a=b\r\nof\r\n0\r\nX-Sum: 1\r\n\r\n",
    "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nwoof",
    "HTTP/1.0 200 OK\r\n\r\nwoof",
    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nwoof",
    "HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm=\"a\", nonce=\"b\"\r\nContent-Length: 4\r\n\r\nwoof",
    "HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 4\r\n\r\nwoof",
  ]

  @Test(arguments: 0..<4)
  func `a response is the same in pieces of any size`(index: Int) async throws {
    let bytes = Array(Self.responses[index].utf8)
    let server = try ScriptedServer { connection in
      guard let target = try connection.readRequest()?.target, let split = Int(target.dropFirst()) else { return }
      if split == 0 {
        for byte in bytes { try connection.send([byte]) }
      } else {
        try connection.send(Array(bytes[..<split]))
        Gate().waitBlocking(milliseconds: 1)
        try connection.send(Array(bytes[split...]))
      }
    }
    let pool = TransferPool(settings: TransferPoolSettings(maximumConnectionsPerHost: 20))
    await withTaskGroup(of: Void.self) { group in
      for split in bytes.indices {
        group.addTask {
          let record = await load(TransferRequest(url: server.url("/\(split)")), in: pool)
          #expect(record.error?.message == nil)
          #expect(record.text == "woof", "split at \(split)")
          #expect(record.heads.last?.status == 200)
        }
      }
    }
  }

  @Test(arguments: ["", "HTTP/1.1 103 Early Hints\r\n\r\n"])
  func `a head with a folded first line ends its transfer, and reads no earlier response`(
    before: String
  ) async throws {
    let server = try ScriptedServer { connection in
      while try connection.readRequest() != nil {
        try connection.send(
          "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nLast: \(String(repeating: "x", count: 900))\r\n\r\nwoof")
        guard try connection.readRequest() != nil else { return }
        try connection.send(
          "\(before)HTTP/1.1 200 OK\r\n folded: \(String(repeating: "y", count: 4_000))\r\nContent-Length: 0\r\n\r\n")
      }
    }
    let pool = TransferPool(settings: TransferPoolSettings(maximumConnectionsPerHost: 1))
    for _ in 0..<50 {
      #expect(await load(TransferRequest(url: server.url()), in: pool).text == "woof")
      let record = await load(TransferRequest(url: server.url()), in: pool)
      #expect(record.endCount == 1)
      #expect(record.error?.code == CURLE_BAD_FUNCTION_ARGUMENT.rawValue)
      #expect(record.heads.last?.headers.contains { $0.value.contains("x") } != true)
    }
  }

  @Test(arguments: 0..<4)
  func `a corrupted response ends its own transfer only`(seed: UInt64) async throws {
    let server = try ScriptedServer { connection in
      guard let target = try connection.readHead()?.target, let number = UInt64(target.dropFirst()) else { return }
      try connection.send(Self.tampered(seed: seed &* 100_000 &+ number))
    }
    let pool = TransferPool(settings: TransferPoolSettings(maximumConnectionsPerHost: 16))
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<250 {
        group.addTask {
          let digest = number % 5 == 0 ? ("rex", "bone") : nil
          let record = await load(
            TransferRequest(url: server.url("/\(number)"), digest: digest, idleTimeout: .seconds(20)), in: pool)
          #expect(record.endCount == 1)
        }
      }
    }
    let good = try ScriptedServer { try $0.respondToAll(body: "woof") }
    #expect(await load(TransferRequest(url: good.url()), in: pool).text == "woof")
  }

  /// A response with some bytes changed, cut out, doubled or put in.
  private static func tampered(seed: UInt64) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    var bytes = Array(responses[generator.below(responses.count)].utf8)
    for _ in 0...generator.below(4) where !bytes.isEmpty {
      let place = generator.below(bytes.count)
      let end = min(bytes.count, place + generator.below(12))
      switch generator.below(6) {
      case 0: bytes[place] = UInt8(generator.below(256))
      case 1: bytes.removeSubrange(place..<end)
      case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 3: bytes.insert(contentsOf: [0, 13, 10, 0x80][generator.below(4)...], at: place)
      case 4: bytes.removeSubrange(place...)
      default: bytes[place] ^= UInt8(1 << generator.below(8))
      }
    }
    return bytes
  }

  @Test(arguments: [
    "Content-Length: -1", "Content-Length: 99999999999999999999999", "Content-Length: 1\r\nContent-Length: 2",
    "Content-Length: x", "Transfer-Encoding: chunked, chunked", "Transfer-Encoding: \0",
    "Content-Encoding: gzip, br, gzip",
    ": nameless", "no colon at all", " folded: from nothing",
  ])
  func `senseless fields are harmless`(field: String) async throws {
    let server = try ScriptedServer { connection in
      _ = try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\n\(field)\r\n\r\n4\r\nwoof\r\n0\r\n\r\n")
    }
    #expect(await load(TransferRequest(url: server.url(), idleTimeout: .seconds(5))).endCount == 1)
  }

  @Test(arguments: ["FFFFFFFFFFFFFFFFFF", "-1", "", "7FFFFFFFFFFFFFFF", "zz"])
  func `malformed chunk sizes end the transfer`(size: String) async throws {
    let server = try ScriptedServer { connection in
      _ = try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(size)\r\nwoof\r\n")
    }
    #expect(await load(TransferRequest(url: server.url())).error != nil)
  }

  @Test func `a decompression bomb that is paused does not fill the memory`() async throws {
    let bomb = try Self.bomb(count: 70_000_000)
    let server = try ScriptedServer { connection in
      _ = try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bomb.count)\r\n\r\n")
      try connection.send(bomb)
      _ = try connection.waitForEnd()
    }
    let pool = TransferPool()
    let isOpen = Gate()
    let recorder = TransferCounter(isOpen)
    let transfer = Transfer(TransferRequest(url: server.url()), observer: recorder, pool: pool)
    pool.start(transfer)
    await recorder.begun.wait()
    isOpen.open()
    transfer.resume()
    #expect(await recorder.end() == 70_000_000)
  }

  /// Compressed zeros, a thousand of them to a byte.
  private static func bomb(count: Int) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "head -c \(count) /dev/zero | gzip -9"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    return Array(output.fileHandleForReading.readDataToEndOfFile())
  }
}

/// Counts what comes, and holds it while a gate is shut.
private final class TransferCounter: TransferObserver {
  let begun = Gate()
  private let ended = Gate()
  private let isOpen: Gate
  private let count = Mutex(0)

  init(_ isOpen: Gate) { self.isOpen = isOpen }

  /// How much came.
  func end() async -> Int {
    await ended.wait()
    return count.withLock { $0 }
  }

  func transfer(_ transfer: Transfer, didReceive head: TransferHead) {}

  func transfer(_ transfer: Transfer, didReceive bytes: UnsafeRawBufferPointer) -> TransferFlow {
    begun.open()
    guard isOpen.isOpen else { return .held }
    count.withLock { $0 += bytes.count }
    return .taken
  }

  func transfer(_ transfer: Transfer, didSend count: Int64, of total: Int64?) {}

  func transfer(_ transfer: Transfer, didEnd result: Result<TransferReport, TransferError>) {
    if case .failure(let error) = result { Issue.record(error) }
    ended.open()
  }
}
