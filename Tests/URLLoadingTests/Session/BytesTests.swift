import Foundation
import Testing
import URLLoading

@Suite struct BytesTests {
  @Test func `the head is there before the content`() async throws {
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

  @Test func `a reader that takes its time stops the server`() async throws {
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

  @Test func `a load that breaks off throws after what has come`() async throws {
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

  @Test func `characters and scalars are those of the text`() async throws {
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
