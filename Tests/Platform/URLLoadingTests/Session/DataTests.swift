// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import URLLoading

@Suite struct DataTests {
  @Test func `data of a URL comes with its response`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "woof") }
    let (data, response) = try await freshSession().data(from: server.address("/a"))
    #expect(String(decoding: data, as: UTF8.self) == "woof")
    #expect(response.status == 200)
    #expect(response.url?.path == "/a")
  }

  @Test func `a failure status is a result and not an error`() async throws {
    let server = try ScriptedServer { try $0.respondToAll("500 Oh", body: "no") }
    let (data, response) = try await freshSession().data(from: server.address())
    #expect(response.status == 500)
    #expect(data == Data("no".utf8))
  }

  @Test func `requests share a connection`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "x") }
    let session = freshSession()
    for _ in 0..<5 { _ = try await session.data(from: server.address()) }
    #expect(server.connectionCount == 1)
  }

  @Test func `fields of the request and of the configuration are sent`() async throws {
    let server = try ScriptedServer { try $0.respondToAll() }
    let session = freshSession { $0.httpAdditionalHeaders = ["X-All": "1", "X-Own": "all"] }
    var request = URLRequest(url: try server.address())
    request.setValue("mine", forHTTPHeaderField: "X-Own")
    _ = try await session.data(for: request)
    #expect(server.requests.first?.field("x-all") == "1")
    #expect(server.requests.first?.field("x-own") == "mine")
    #expect(server.requests.first?.field("accept") == "*/*")
  }

  @Test func `a handler gets data and response on the delegate queue`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "woof") }
    let session = freshSession()
    let url = try server.address()
    let (data, status, isOnQueue) = await withCheckedContinuation { continuation in
      session.dataTask(with: url) { data, response, error in
        continuation.resume(returning: (data, response?.status, OperationQueue.current === session.delegateQueue))
      }.resume()
    }
    #expect(data == Data("woof".utf8))
    #expect(status == 200)
    #expect(isOnQueue)
  }

  @Test func `an error has the URL that failed`() async throws {
    let nobody = try LocalListener()
    let url = try #require(URL(string: nobody.url("/gone")))
    let error = await #expect(throws: URLError.self) { try await freshSession().data(from: url) }
    #expect(error?.code == .cannotConnectToHost)
    #expect(error?.failingURL == url)
  }

  @Test func `promised content of which nothing came has its own code`() async throws {
    let server = try ScriptedServer { connection in
      _ = try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")
    }
    let error = await #expect(throws: URLError.self) { try await freshSession().data(from: server.address()) }
    #expect(error?.code == .zeroByteResource)
  }

  @Test func `an unknown scheme is unsupported`() async throws {
    let url = try #require(URL(string: "gopher://127.0.0.1/"))
    let error = await #expect(throws: URLError.self) { try await freshSession().data(from: url) }
    #expect(error?.code == .unsupportedURL)
  }

  @Test func `the timeout of a request is exact to a fraction of a second`() async throws {
    let server = try ScriptedServer { connection in
      _ = try connection.readRequest()
      _ = try connection.waitForEnd()
    }
    var request = URLRequest(url: try server.address())
    request.timeoutInterval = 0.2
    let start = ContinuousClock.now
    let error = await #expect(throws: URLError.self) { try await freshSession().data(for: request) }
    #expect(error?.code == .timedOut)
    #expect(start.duration(to: .now) > .milliseconds(150))
  }

  @Test func `a resource that takes too long times out although bytes arrive`() async throws {
    let server = try ScriptedServer { connection in
      _ = try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\n\r\n")
      while true {
        try connection.send("x")
        usleep(20_000)
      }
    }
    let session = freshSession { $0.timeoutIntervalForResource = 0.2 }
    let error = await #expect(throws: URLError.self) { try await session.data(from: server.address()) }
    #expect(error?.code == .timedOut)
  }

  @Test func `a file can be loaded by its URL`() async throws {
    let file = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("woof-\(UUID().uuidString)")
    try Data("woof".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let (data, response) = try await freshSession().data(from: file)
    #expect(data == Data("woof".utf8))
    #expect(response.expectedContentLength == 4)
  }
}
