// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import URLLoading

@testable import TestKit

@Suite(.timeLimit(.minutes(1))) struct CancellationTests {
  @Test func `a call in a cancelled task throws CancellationError`() async throws {
    let server = try ScriptedServer { try $0.respondToAll() }
    let session = freshSession()
    let url = try server.address()
    let begun = Gate()
    let loading = Task {
      await begun.wait()
      return try await session.data(from: url)
    }
    loading.cancel()
    begun.open()
    await #expect(throws: CancellationError.self) { try await loading.value }
    #expect(server.requestCount == 0)
  }

  @Test func `a task cancelled meanwhile throws URLError.cancelled, and the server notices`() async throws {
    let asked = Gate()
    let left = Gate()
    let server = try ScriptedServer { connection in
      _ = try connection.readRequest()
      asked.open()
      _ = try connection.waitForEnd()
      left.open()
    }
    let session = freshSession()
    let url = try server.address()
    let loading = Task { try await session.data(from: url) }
    await asked.wait()
    loading.cancel()
    let error = await #expect(throws: URLError.self) { try await loading.value }
    #expect(error?.code == .cancelled)
    #expect(error?.failingURL == url)
    await left.wait()
  }

  @Test func `a cancelled call does not keep its session from ending`() async throws {
    let asked = Gate()
    let server = try ScriptedServer { connection in
      _ = try connection.readRequest()
      asked.open()
      _ = try connection.waitForEnd()
    }
    let delegate = InvalidationDelegate()
    let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
    let url = try server.address()
    let loading = Task { try await session.data(from: url) }
    await asked.wait()
    loading.cancel()
    await #expect(throws: URLError.self) { try await loading.value }
    session.finishTasksAndInvalidate()
    await delegate.invalidated.wait()
  }

  @Test func `a task that never began can be cancelled`() async throws {
    let delegate = RecordingDelegate()
    let task = freshSession(delegate).dataTask(with: try #require(URL(string: "http://127.0.0.1:1/")))
    task.cancel()
    await delegate.completion.wait()
    #expect((delegate.error as? URLError)?.code == .cancelled)
    #expect((delegate.error as? URLError)?.failingURL == task.originalRequest?.url)
    #expect(task.state == .completed)
  }

  @Test func `missing resume data are reported on the delegate queue, even for a finished task`()
    async throws
  {
    let server = try ScriptedServer { try $0.respondToAll() }
    let delegate = RecordingDelegate()
    let session = freshSession(delegate)
    let task = session.downloadTask(with: try server.address())
    task.resume()
    await delegate.completion.wait()
    let (data, isOnQueue) = await withCheckedContinuation { continuation in
      task.cancel(byProducingResumeData: { data in
        continuation.resume(returning: (data, OperationQueue.current === session.delegateQueue))
      })
    }
    #expect(data == nil)
    #expect(isOnQueue)
  }

  @Test func `an invalidated session cancels its tasks`() async throws {
    let asked = Gate()
    let server = try ScriptedServer { connection in
      _ = try connection.readRequest()
      asked.open()
      _ = try connection.waitForEnd()
    }
    let session = freshSession()
    let url = try server.address()
    let loading = Task { try await session.data(from: url) }
    await asked.wait()
    session.invalidateAndCancel()
    await #expect(throws: URLError.self) { try await loading.value }
  }

  @Test func `progress cancels its task`() async throws {
    let server = try ScriptedServer { connection in
      _ = try connection.readRequest()
      _ = try connection.waitForEnd()
    }
    let delegate = RecordingDelegate()
    let task = freshSession(delegate).dataTask(with: try server.address())
    task.resume()
    task.progress.cancel()
    await delegate.completion.wait()
    #expect((delegate.error as? URLError)?.code == .cancelled)
  }

  @Test func `cancelling at random moments never hangs, with the cache on, and leaves nothing behind`() async throws {
    let server = try fickleServer()
    let before = DescriptorCount.ofSockets(localPort: server.port)
    let credentials = URLCredentialStorage()
    let session = freshSession(AsyncChallengeDelegate()) { $0.urlCredentialStorage = credentials }
    let url = try server.address()
    let results = await withTaskGroup(of: Int.self) { group in
      for worker in 0..<20 {
        group.addTask { await Self.cancelSoon(session, url, count: 50, seed: worker) }
      }
      return await group.reduce(0, +)
    }
    #expect(results == 1000)
    let left = await session.allTasks
    #expect(left.isEmpty)
    #expect(credentials.allCredentials.values.reduce(0) { $0 + $1.count } <= 1)
    session.invalidateAndCancel()
    // Of a connection that the client keeps, the server's end stays too.
    try await eventually { DescriptorCount.ofSockets(localPort: server.port) == before }
  }

  /// A server that responds to each request in another way, or not at all.
  private func fickleServer() throws -> ScriptedServer {
    try ScriptedServer { connection in
      var number = connection.number
      while let request = try connection.readRequest() {
        number += 1
        switch (request.target, number % 6) {
        case ("/", 1): try connection.respond("401 Who", [#"WWW-Authenticate: Basic realm="x""#], body: "out")
        case ("/", 2): try connection.respond("302 Go", ["Location: /b"])
        case ("/", 3): try connection.respond("500 Oh", body: "no")
        case ("/", 4): return connection.reset()
        case ("/", 5):
          _ = try connection.waitForEnd()
          return
        default: try connection.respond("200 OK", ["Cache-Control: max-age=60", "ETag: \"1\""], body: "yes")
        }
      }
    }
  }

  /// Loads and cancels after some turns of the scheduler, awaited and with a handler in turn; gives how many loads have
  /// ended.
  private static func cancelSoon(_ session: URLSession, _ url: URL, count: Int, seed: Int) async -> Int {
    for round in 0..<count {
      let turns = (seed * 7 + round * 13) % 40
      if round.isMultiple(of: 2) {
        let loading = Task { try await session.data(from: url) }
        for _ in 0..<turns { await Task.yield() }
        loading.cancel()
        _ = await loading.result
      } else {
        await handle(session, url, turns: turns)
      }
    }
    return count
  }

  private static func handle(_ session: URLSession, _ url: URL, turns: Int) async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let task = session.dataTask(with: url) { _, _, _ in continuation.resume() }
      task.resume()
      Task {
        for _ in 0..<turns { await Task.yield() }
        task.cancel()
      }
    }
  }
}

/// Hears of nothing but the end of its session.
private final class InvalidationDelegate: NSObject, URLSessionDelegate {
  let invalidated = Gate()

  func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) { invalidated.open() }
}
