// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import URLLoading

@testable import TestKit

@Suite struct CachingTests {
  @Test func `a fresh response is not requested again`() async throws {
    let server = try ScriptedServer { try $0.respondToAll("200 OK", ["Cache-Control: max-age=60"], body: "woof") }
    let session = freshSession()
    for _ in 0..<3 {
      let (data, response) = try await session.data(from: server.address())
      #expect(data == Data("woof".utf8))
      #expect(response.status == 200)
    }
    #expect(server.requestCount == 1)
  }

  @Test func `a validated response is the stored one`() async throws {
    let server = try ScriptedServer { connection in
      while let request = try connection.readRequest() {
        if request.field("if-none-match") == "\"1\"" {
          try connection.send("HTTP/1.1 304 Same\r\nETag: \"1\"\r\n\r\n")
        } else {
          try connection.respond("200 OK", ["ETag: \"1\"", "Cache-Control: no-cache"], body: "woof")
        }
      }
    }
    let session = freshSession()
    for _ in 0..<2 {
      let (data, response) = try await session.data(from: server.address())
      #expect(data == Data("woof".utf8))
      #expect(response.status == 200)
    }
    #expect(server.requestCount == 2)
  }

  @Test func `without a cache nothing is stored`() async throws {
    let server = try ScriptedServer { try $0.respondToAll("200 OK", ["Cache-Control: max-age=60"], body: "woof") }
    let session = freshSession { $0.urlCache = nil }
    for _ in 0..<2 { _ = try await session.data(from: server.address()) }
    #expect(server.requestCount == 2)
  }

  @Test func `a policy for stored responses only fails without one`() async throws {
    let server = try ScriptedServer { try $0.respondToAll() }
    var request = URLRequest(url: try server.address())
    request.cachePolicy = .returnCacheDataDontLoad
    let error = await #expect(throws: URLError.self) { try await freshSession().data(for: request) }
    #expect(error?.code == .resourceUnavailable)
    #expect(server.requestCount == 0)
  }

  @Test func `a delegate can prevent storing`() async throws {
    let server = try ScriptedServer { try $0.respondToAll("200 OK", ["Cache-Control: max-age=60"], body: "woof") }
    let session = freshSession()
    for _ in 0..<2 { _ = try await session.data(from: server.address(), delegate: ForbiddingDelegate()) }
    #expect(server.requestCount == 2)
  }

  @Test func `a stored response replaces an unreachable server, as long as it allows`() async throws {
    let fields = ["Cache-Control: max-age=0, stale-if-error=60", "ETag: \"1\""]
    for isAllowed in [true, false] {
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.respond(
          "200 OK", isAllowed ? fields : ["Cache-Control: max-age=0", "ETag: \"1\""], body: "woof")
      }
      let session = freshSession()
      let url = try server.address()
      #expect(try await session.data(from: url).0 == Data("woof".utf8))
      server.stop()
      if isAllowed {
        #expect(try await session.data(from: url).0 == Data("woof".utf8))
      } else {
        await #expect(throws: URLError.self) { try await session.data(from: url) }
      }
    }
  }

  @Test func `a stored response without a validator replaces a failing server`() async throws {
    let server = try ScriptedServer { connection in
      var count = 0
      while try connection.readRequest() != nil {
        count += 1
        try connection.respond(
          count == 1 ? "200 OK" : "503 No", ["Cache-Control: max-age=0, stale-if-error=60"],
          body: count == 1 ? "woof" : "")
      }
    }
    let session = freshSession()
    for _ in 0..<2 {
      let (data, response) = try await session.data(from: server.address())
      #expect(response.status == 200)
      #expect(data == Data("woof".utf8))
    }
    #expect(server.requestCount == 2)
  }

  @Test(arguments: ["1", "2"]) func `a HEAD renews a stored response, or shows that it has changed`(tag: String)
    async throws
  {
    let server = try ScriptedServer { connection in
      while let request = try connection.readRequest() {
        let isHead = request.method == "HEAD"
        let fields = ["ETag: \"\(isHead ? tag : "1")\"", "Cache-Control: max-age=\(isHead ? 60 : 0)"]
        if isHead {
          try connection.send("HTTP/1.1 200 OK\r\n\(fields.joined(separator: "\r\n"))\r\nContent-Length: 4\r\n\r\n")
        } else {
          try connection.respond("200 OK", fields, body: "woof")
        }
      }
    }
    let session = freshSession()
    var request = URLRequest(url: try server.address())
    _ = try await session.data(for: request)
    request.httpMethod = "HEAD"
    _ = try await session.data(for: request)
    request.httpMethod = "GET"
    #expect(try await session.data(for: request).0 == Data("woof".utf8))
    #expect(server.requests.map(\.method) == (tag == "1" ? ["GET", "HEAD"] : ["GET", "HEAD", "GET"]))
    #expect(server.requests.last?.field("if-none-match") == (tag == "1" ? "\"1\"" : nil))
  }

  @Test func `a slow disk delays only the requests that wait for it`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "woof") }
    let url = try server.address()
    let folder = try TemporaryFolder()
    let cache = SlowCache(
      memoryCapacity: 1 << 20, diskCapacity: 1 << 20, directory: URL(fileURLWithPath: folder.path("cache")))
    let slow = freshSession { $0.urlCache = cache }
    async let late = slow.data(from: url)
    await cache.isRead.wait()
    #expect(try await freshSession().data(from: url).0 == Data("woof".utf8))
    cache.isThere.open()
    #expect(try await late.0 == Data("woof".utf8))
  }

  @Test func `a response that is only on disk is used`() async throws {
    let server = try ScriptedServer { try $0.respondToAll("200 OK", ["Cache-Control: max-age=60"], body: "woof") }
    let folder = try TemporaryFolder()
    for _ in 0..<2 {
      let cache = URLCache(
        memoryCapacity: 1 << 20, diskCapacity: 1 << 20, directory: URL(fileURLWithPath: folder.path("cache")))
      let session = freshSession { $0.urlCache = cache }
      for _ in 0..<2 { #expect(try await session.data(from: server.address()).0 == Data("woof".utf8)) }
      await session.flush()
    }
    #expect(server.requestCount == 1)
  }

  @Test func `a response stored for one user is not given to another, whoever the configurations name`()
    async throws
  {
    let server = try ScriptedServer { connection in
      while let request = try connection.readRequest() {
        try connection.respond("200 OK", ["Cache-Control: max-age=60"], body: request.field("authorization") ?? "")
      }
    }
    let cache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0)
    for token in ["Bearer ada", "Bearer rex"] {
      let session = freshSession {
        $0.urlCache = cache
        $0.httpAdditionalHeaders = ["Authorization": token]
      }
      for _ in 0..<2 { #expect(try await session.data(from: server.address()).0 == Data(token.utf8)) }
    }
    #expect(server.requestCount == 2)
  }

  @Test func `cookies are stored and sent again`() async throws {
    let server = try ScriptedServer { try $0.respondToAll("200 OK", ["Set-Cookie: dog=rex; Path=/"]) }
    let session = freshSession()
    for _ in 0..<2 { _ = try await session.data(from: server.address()) }
    #expect(server.requests.map { $0.field("cookie") } == [nil, "dog=rex"])
  }
}

/// A cache whose disk does not answer before it is told to.
private final class SlowCache: URLLoading.URLCache, @unchecked Sendable {  // as its superclass; gates may be shared
  let isRead = Gate()
  let isThere = Gate()

  override func cachedResponse(for request: URLRequest) -> URLLoading.CachedURLResponse? {
    isRead.open()
    try? isThere.waitBlocking()
    return super.cachedResponse(for: request)
  }
}

final class ForbiddingDelegate: NSObject, URLSessionDataDelegate {
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse
  ) async -> CachedURLResponse? { nil }
}
