// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

@testable import TestKit
@testable import URLLoading

@Suite struct TransferErrorTests {
  /// How a transfer fails whose server does this with the connection.
  private func failure(
    _ change: (inout TransferRequest) -> Void = { _ in }, _ script: @escaping ScriptedServer.Script
  ) async throws -> TransferError {
    let server = try ScriptedServer(script)
    var request = TransferRequest(url: server.url())
    change(&request)
    return try #require(await load(request).error)
  }

  @Test func `a port without a listener has its error`() async throws {
    let nobody = try LocalListener()
    let error = try #require(await load(TransferRequest(url: nobody.url())).error)
    #expect(error.code == 7)
    #expect(error.systemNumber == ECONNREFUSED)
    #expect(error.phase == .connecting)
    #expect(!error.message.isEmpty)
  }

  @Test func `an unknown host has its error`() async throws {
    let error = try #require(await load(TransferRequest(url: "http://nowhere.invalid/")).error)
    #expect(error.code == 6)
    #expect(error.phase == .resolving)
  }

  @Test func `a connection that ends before the response has its error`() async throws {
    let error = try await failure { _ = try $0.readRequest() }
    #expect(error.code == 52)
    #expect(error.phase == .waiting)
  }

  @Test func `a connection that ends within the head has its error`() async throws {
    let error = try await failure {
      _ = try $0.readRequest()
      try $0.send("HTTP/1.1 200 OK\r\nContent-Le")
    }
    #expect(error.code == 56)
    #expect(error.phase == .waiting)
    #expect(error.report.status == nil)
  }

  @Test(arguments: ["Content-Length: 9\r\n\r\nwoof", "Transfer-Encoding: chunked\r\n\r\n4\r\nwoof\r\n"])
  func `a connection that ends within the content has its error`(rest: String) async throws {
    let error = try await failure {
      _ = try $0.readRequest()
      try $0.send("HTTP/1.1 200 OK\r\n" + rest)
    }
    #expect(error.code == 18)
    #expect(error.phase == .receiving)
    #expect(error.report.status == 200)
  }

  @Test func `a connection that is reset before the response has its error`() async throws {
    let error = try await failure {
      _ = try $0.readRequest()
      $0.reset()
    }
    #expect(error.code == 56)
    #expect(error.systemNumber == ECONNRESET || error.systemNumber == 0)
    #expect(error.phase == .waiting)
  }

  @Test func `a connection that is reset within the content has its error`() async throws {
    let error = try await failure {
      _ = try $0.readRequest()
      try $0.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nwo")
      $0.reset()
    }
    #expect(error.code == 56)
    #expect(error.phase == .receiving)
  }

  @Test func `a connection that is reset while content is sent has its error`() async throws {
    let error = try await failure({
      $0.method = "PUT"; $0.body = .bytes(Data(count: 50_000_000))
    }) {
      _ = try $0.readHead()
      _ = try $0.read(count: 100_000)
      $0.reset()
    }
    #expect(error.code == 55 || error.code == 56)
    #expect(error.phase == .sending)
  }

  @Test func `a response that is not HTTP has its error`() async throws {
    let error = try await failure {
      _ = try $0.readRequest()
      try $0.send("woof woof woof\r\n\r\n")
    }
    #expect(error.code == 1)
  }

  @Test func `a malformed URL has its error`() async throws {
    let error = try #require(await load(TransferRequest(url: "http://exa mple/")).error)
    #expect(error.code == 3)
  }

  @Test func `a scheme other than HTTP has its error`() async throws {
    #expect(await load(TransferRequest(url: "file:///etc/hostname")).error?.code == 1)
  }

  @Test func `an oversized head has its error`() async throws {
    let error = try await failure { connection in
      _ = try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\n")
      let line = "X-Filler: " + String(repeating: "x", count: 10_000) + "\r\n"
      while true { try connection.send(line) }
    }
    guard case .headTooLarge = error.cause else { throw error }
  }

  @Test func `endless informational heads have their error`() async throws {
    let error = try await failure { connection in
      _ = try connection.readRequest()
      while true { try connection.send("HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\n") }
    }
    guard case .headTooLarge = error.cause else { throw error }
  }

  @Test func `silence beyond the timeout has its error`() async throws {
    let error = try await failure({ $0.idleTimeout = .milliseconds(60) }) {
      _ = try $0.readRequest()
      _ = try $0.waitForEnd()
    }
    guard case .idle = error.cause else { throw error }
    #expect(error.phase == .waiting)
    #expect(error.report.total >= .milliseconds(60))
  }

  @Test func `silence within the content has its error`() async throws {
    // Long enough for the head to come where the machine is busy.
    let error = try await failure({ $0.idleTimeout = .seconds(3) }) {
      _ = try $0.readRequest()
      try $0.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nwo")
      _ = try $0.waitForEnd()
    }
    guard case .idle = error.cause else { throw error }
    #expect(error.phase == .receiving)
  }

  @Test func `a server that takes nothing of the content has its error`() async throws {
    let isOver = Gate()
    defer { isOver.open() }
    let error = try await failure({
      $0.idleTimeout = .milliseconds(60); $0.body = .bytes(Data(count: 50_000_000))
    }) {
      _ = try $0.readHead()
      try isOver.waitBlocking()
    }
    guard case .idle = error.cause else { throw error }
    #expect(error.phase == .sending)
  }
}
