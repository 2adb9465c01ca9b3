// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import URLLoading

@testable import TestKit

@Suite(.timeLimit(.minutes(1))) struct CancellationFindings {
  private func server() throws -> ScriptedServer {
    try ScriptedServer { try $0.respondToAll("200 OK", ["Cache-Control: max-age=60", "ETag: \"1\""], body: "woof") }
  }

  /// Waits a little, differently each time, without a clock.
  private func dawdle(_ generator: inout SeededGenerator) async {
    for _ in 0..<Int.random(in: 0..<40, using: &generator) { await Task.yield() }
  }

  @Test func `cancelling an awaited load at any moment ends it, and the next one works`() async throws {
    let server = try server()
    let session = freshSession { $0.urlCache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0) }
    var generator = SeededGenerator(seed: 1)
    for index in 0..<200 {
      let url = try server.address("/\(index)")
      let load = Task { try await session.data(from: url) }
      await dawdle(&generator)
      load.cancel()
      switch await load.result {
      case .success(let (data, _)): #expect(data == Data("woof".utf8))
      case .failure(let error): #expect(error is CancellationError || (error as? URLError)?.code == .cancelled)
      }
    }
    #expect(try await session.data(from: server.address()).0 == Data("woof".utf8))
  }

  @Test func `cancelling a task at any moment completes it once, with the cache on`() async throws {
    let server = try server()
    let session = freshSession { $0.urlCache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0) }
    var generator = SeededGenerator(seed: 2)
    for index in 0..<200 {
      let delegate = RecordingDelegate()
      let task = session.dataTask(with: try server.address("/\(index % 7)"))
      task.delegate = delegate
      task.resume()
      await dawdle(&generator)
      task.cancel()
      await delegate.completion.wait()
      #expect(task.state == .completed)
      #expect(delegate.events.filter { $0 == "completed" }.count == 1)
    }
    #expect(await session.allTasks.isEmpty)
  }

  @Test func `a session can be invalidated while its tasks end`() async throws {
    let server = try server()
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<50 {
      let delegate = RecordingDelegate()
      let session = freshSession(delegate)
      for index in 0..<4 { session.dataTask(with: try server.address("/\(index)")).resume() }
      await dawdle(&generator)
      session.invalidateAndCancel()
      await delegate.invalidation.wait()
      #expect(delegate.events.last == "invalid")
    }
  }

  @Test func `a task of an invalidated session is cancelled`() async throws {
    let server = try server()
    let session = freshSession()
    session.invalidateAndCancel()
    let error = await #expect(throws: URLError.self) { try await session.data(from: server.address()) }
    #expect(error?.code == .cancelled)
    #expect(server.requestCount == 0)
  }

  @Test func `a refusal that waits for a delegate can be cancelled`() async throws {
    let server = try ScriptedServer.ofAda()
    let (asked, go) = (Gate(), Gate())
    let delegate = ChallengeDelegate { _ in
      asked.open()
      await go.wait()
      return (.performDefaultHandling, nil)
    }
    let url = try server.address()
    let load = Task { try await freshSession().data(from: url, delegate: delegate) }
    await asked.wait()
    load.cancel()
    let error = await #expect(throws: URLError.self) { try await load.value }
    go.open()
    #expect(error?.code == .cancelled)
  }

  @Test func `cancelling reaches the server`() async throws {
    let (begun, ended) = (Gate(), Gate())
    let server = try ScriptedServer { connection in
      _ = try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nwoof")
      begun.open()
      _ = try connection.waitForEnd()
      ended.open()
    }
    let task = freshSession().dataTask(with: try server.address())
    task.resume()
    await begun.wait()
    task.cancel()
    await ended.wait()
    #expect(server.failures.isEmpty)
  }
}
