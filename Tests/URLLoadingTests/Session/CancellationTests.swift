import Foundation
import Testing
import URLLoading

@Suite struct CancellationTests {
  @Test func `a call in a task that was cancelled before throws CancellationError`() async throws {
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

  @Test func `a task cancelled meanwhile throws the error of URLs, and the server learns of it`() async throws {
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

  @Test func `a task that never began can be cancelled`() async throws {
    let delegate = RecordingDelegate()
    let task = freshSession(delegate).dataTask(with: try #require(URL(string: "http://127.0.0.1:1/")))
    task.cancel()
    await delegate.completion.wait()
    #expect((delegate.error as? URLError)?.code == .cancelled)
    #expect(task.state == .completed)
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

  @Test func `cancelling at random moments never hangs, with the cache on`() async throws {
    let server = try ScriptedServer { connection in
      var number = connection.number
      while let request = try connection.readRequest() {
        number += 1
        switch (request.target, number % 5) {
        case ("/", 1): try connection.respond("401 Who", [#"WWW-Authenticate: Basic realm="x""#], body: "out")
        case ("/", 2): try connection.respond("302 Go", ["Location: /b"])
        case ("/", 3): try connection.respond("500 Oh", body: "no")
        case ("/", 4): return connection.reset()
        default: try connection.respond("200 OK", ["Cache-Control: max-age=60", "ETag: \"1\""], body: "yes")
        }
      }
    }
    let session = freshSession(AsyncChallengeDelegate())
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
  }

  /// Loads and cancels after some turns of the scheduler; gives how many loads have ended.
  private static func cancelSoon(_ session: URLSession, _ url: URL, count: Int, seed: Int) async -> Int {
    for round in 0..<count {
      let loading = Task { try await session.data(from: url) }
      for _ in 0..<((seed * 7 + round * 13) % 40) { await Task.yield() }
      loading.cancel()
      _ = await loading.result
    }
    return count
  }
}
