// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import URLLoading

@testable import TestKit

@Suite(.timeLimit(.minutes(1))) struct UnixSocketTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func server(_ name: String) throws -> ScriptedServer {
    try ScriptedServer(on: LocalListener(path: folder.path(name))) { try $0.respondToAll(body: name) }
  }

  private func session(_ name: String?) -> URLSession {
    freshSession { $0.unixSocketPath = name.map(folder.path) }
  }

  private func url(_ text: String = "http://dogs.test/1") throws -> URL { try #require(URL(string: text)) }

  @Test func `a socket serves every host, and gets its name`() async throws {
    let server = try server("a")
    let (data, response) = try await session("a").data(from: url())
    #expect(data == Data("a".utf8))
    #expect(response.url == (try url()))
    #expect(server.requests.map { $0.field("host") } == ["dogs.test"])
  }

  @Test func `requests share a connection`() async throws {
    let server = try server("a")
    let session = session("a")
    for _ in 0..<5 { _ = try await session.data(from: url()) }
    #expect(server.connectionCount == 1)
  }

  @Test func `sockets of other paths, and hosts, are told apart`() async throws {
    let servers = [try server("a"), try server("b")]
    let host = try ScriptedServer { try $0.respondToAll(body: "host") }
    var bodies: [String] = []
    let sessions = [session("a"), session("b"), session(nil)]
    for session in sessions + sessions {
      bodies.append(String(decoding: try await session.data(from: host.address()).0, as: UTF8.self))
    }
    #expect(bodies == ["a", "b", "host", "a", "b", "host"])
    #expect(servers.map(\.connectionCount) == [1, 1])
  }

  @Test func `a proxy is ignored`() async throws {
    let proxy = try ScriptedServer.proxyOfAda()
    _ = try server("a")
    let configured = freshSession {
      $0.unixSocketPath = folder.path("b")
      $0.connectionProxyDictionary = proxy.proxyDictionary()
    }
    let server = try server("b")
    #expect(try await configured.data(from: url()).0 == Data("b".utf8))
    #expect(server.requestCount == 1)
    #expect(proxy.requestCount == 0)
  }

  @Test func `a connection that the server has ended is replaced`() async throws {
    let session = session("a")
    do {
      let first = try server("a")
      _ = try await session.data(from: url())
      first.stop()
    }
    unlink(folder.path("a"))
    let second = try server("a")
    #expect(try await session.data(from: url()).0 == Data("a".utf8))
    #expect(second.requestCount == 1)
  }

  @Test(arguments: ["missing", "stale", "file", String(repeating: "long", count: 40)])
  func `a socket without a listener is an error`(name: String) async throws {
    if name == "file" { try folder.write("", to: name) }
    if name == "stale" { _ = try LocalListener(path: folder.path(name)) }
    let error = await #expect(throws: URLError.self) { try await session(name).data(from: url()) }
    #expect([.cannotConnectToHost, .cannotFindHost].contains(error?.code))
  }
}
