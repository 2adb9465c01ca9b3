// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import URLLoading

@testable import TestKit

@Suite struct BytesTests {
  @Test func `the head is available before the content`() async throws {
    let go = Gate()
    let server = try ScriptedServer { connection in
      _ = try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\n\r\n")
      try go.waitBlocking()
      try connection.send("woof")
    }
    let (bytes, response) = try await freshSession().bytes(from: server.address())
    #expect(response.status == 200)
    go.open()
    var text = ""
    for try await byte in bytes { text.append(Character(UnicodeScalar(byte))) }
    #expect(text == "woof")
  }

  @Test func `lines come as soon as they are complete`() async throws {
    let next = Gate()
    let server = try ScriptedServer { connection in
      _ = try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\n\r\none\ntw")
      try next.waitBlocking()
      try connection.send("o\r\n\r\nthree")
    }
    let (bytes, _) = try await freshSession().bytes(from: server.address())
    var lines = bytes.lines.makeAsyncIterator()
    #expect(try await lines.next() == "one")
    next.open()
    #expect(try await lines.next() == "two")
    #expect(try await lines.next() == "three")
    #expect(try await lines.next() == nil)
  }

  @Test(arguments: [1, 7, 130, 1 << 10, 60 << 10, 1 << 20])
  func `no line is lost, however the content is cut`(size: Int) async throws {
    let expected = (0..<max(500, min(20_000, 40 * size))).map { "\($0) \(String(repeating: "w", count: $0 % 200))" }
    let content = Array(expected.joined(separator: "\n").utf8)
    let server = try ScriptedServer { connection in
      _ = try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(content.count)\r\n\r\n")
      for start in stride(from: 0, to: content.count, by: size) {
        try connection.send(Array(content[start..<min(start + size, content.count)]))
      }
    }
    var lines: [String] = []
    for try await line in try await freshSession().bytes(from: server.address()).0.lines { lines.append(line) }
    #expect(lines == expected)
  }

  @Test func `any bytes are split into lines`() async throws {
    let text = "one\ntwo\r\nthree\u{85}four\u{2028}\(String(repeating: "x", count: 10_000))\n\nfive"
    let bytes = AsyncStream { continuation in
      for byte in text.utf8 { continuation.yield(byte) }
      continuation.finish()
    }
    var lines: [String] = []
    for try await line in bytes.lines { lines.append(line) }
    #expect(lines == ["one", "two", "three", "four", String(repeating: "x", count: 10_000), "five"])
  }

  @Test func `a line of any bytes does not wait for the next`() async throws {
    let (bytes, continuation) = AsyncStream.makeStream(of: UInt8.self)
    var lines = bytes.lines.makeAsyncIterator()
    for byte in "one\ntw".utf8 { continuation.yield(byte) }
    #expect(try await lines.next() == "one")
    for byte in "o\n".utf8 { continuation.yield(byte) }
    #expect(try await lines.next() == "two")
    continuation.finish()
    #expect(try await lines.next() == nil)
  }

  @Test @MainActor func `a reader on an actor stays on it`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "one\ntwo\n") }
    let session = freshSession()
    var (lines, characters): ([String], [Character]) = ([], [])
    for try await line in try await session.bytes(from: server.address()).0.lines {
      MainActor.assertIsolated()
      lines.append(line)
    }
    for try await character in try await session.bytes(from: server.address()).0.characters {
      MainActor.assertIsolated()
      characters.append(character)
    }
    #expect(lines == ["one", "two"])
    #expect(characters == Array("one\ntwo\n"))
  }

  @Test func `a reader that stops cancels the load`() async throws {
    let left = Gate()
    let server = try ScriptedServer { connection in
      _ = try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\n\r\none\n")
      _ = try connection.waitForEnd()
      left.open()
    }
    let session = freshSession()
    do {
      let (bytes, _) = try await session.bytes(from: server.address())
      for try await line in bytes.lines {
        #expect(line == "one")
        break
      }
    }
    await left.wait()
  }

  @Test func `a task that reads and is cancelled throws`() async throws {
    let server = try ScriptedServer { connection in
      _ = try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\n\r\none\n")
      _ = try connection.waitForEnd()
    }
    let session = freshSession()
    let url = try server.address()
    let begun = Gate()
    let reading = Task {
      let (bytes, _) = try await session.bytes(from: url)
      for try await _ in bytes.lines { begun.open() }
    }
    await begun.wait()
    reading.cancel()
    let error = await #expect(throws: URLError.self) { try await reading.value }
    #expect(error?.code == .cancelled)
  }

  @Test func `a slow reader stops the server`() async throws {
    let chunk = [UInt8](repeating: 10, count: 1 << 20)
    let server = try ScriptedServer { connection in
      _ = try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(64 << 20)\r\n\r\n")
      for _ in 0..<64 { try connection.send(chunk) }
    }
    let (bytes, _) = try await freshSession().bytes(from: server.address())
    var before: Int64 = -1
    while bytes.task.countOfBytesReceived != before {
      before = bytes.task.countOfBytesReceived
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(before < 2 << 20)
    var count = 0
    for try await _ in bytes { count += 1 }
    #expect(count == 64 << 20)
  }

  @Test func `a broken load throws after the received bytes`() async throws {
    let server = try ScriptedServer { connection in
      _ = try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\none\n")
    }
    let (bytes, _) = try await freshSession().bytes(from: server.address())
    var lines = bytes.lines.makeAsyncIterator()
    #expect(try await lines.next() == "one")
    let error = await #expect(throws: URLError.self) { try await lines.next() }
    #expect(error?.code == .networkConnectionLost)
  }

  @Test func `characters and scalars match those of the text`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "e\u{301}🐕x") }
    let session = freshSession()
    var characters: [Character] = []
    for try await character in try await session.bytes(from: server.address()).0.characters {
      characters.append(character)
    }
    #expect(characters == ["e\u{301}", "🐕", "x"])
    var scalars: [UnicodeScalar] = []
    for try await scalar in try await session.bytes(from: server.address()).0.unicodeScalars { scalars.append(scalar) }
    #expect(scalars == ["e", "\u{301}", "🐕", "x"])
  }
}
