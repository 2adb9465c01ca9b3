// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import URLLoading

@testable import TestKit

@Suite struct DelegateTests {
  @Test func `a data task calls its delegate for everything, in order`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "woof") }
    let delegate = RecordingDelegate()
    let session = freshSession(delegate)
    session.dataTask(with: try server.address()).resume()
    await delegate.completion.wait()
    #expect(delegate.events == ["created", "response", "data", "metrics", "completed"])
    #expect(delegate.text == "woof")
    #expect(delegate.error == nil)
  }

  @Test func `a disposition of cancel ends the task`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "woof") }
    let delegate = RecordingDelegate(disposition: .cancel)
    freshSession(delegate).dataTask(with: try server.address()).resume()
    await delegate.completion.wait()
    #expect((delegate.error as? URLError)?.code == .cancelled)
    #expect(!delegate.events.contains("data"))
  }

  @Test func `a data task can become a download`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "woof") }
    let delegate = RecordingDelegate(disposition: .becomeDownload)
    freshSession(delegate).dataTask(with: try server.address()).resume()
    await delegate.completion.wait()
    #expect(
      delegate.events.filter { $0 != "created" } == [
        "response", "became download", "wrote", "file", "metrics", "completed",
      ])
    #expect(delegate.fileContents == [Data("woof".utf8)])
  }

  @Test func `a download hands over a file that is removed afterwards`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "woof") }
    let delegate = RecordingDelegate()
    freshSession(delegate).downloadTask(with: try server.address()).resume()
    await delegate.completion.wait()
    #expect(delegate.events == ["created", "wrote", "file", "metrics", "completed"])
    #expect(delegate.fileContents == [Data("woof".utf8)])
    #expect(delegate.filePaths.allSatisfy { !FileManager.default.fileExists(atPath: $0) })
  }

  @Test func `a task's own delegate gets the data of a task without a handler`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "woof") }
    let delegate = RecordingDelegate()
    let task = freshSession().dataTask(with: try server.address())
    task.delegate = delegate
    task.resume()
    await delegate.completion.wait()
    #expect(delegate.text == "woof")
  }

  @Test func `a delegate that is set after resume is called`() async throws {
    let gate = Gate()
    let server = try ScriptedServer { connection in
      _ = try connection.readRequest()
      try gate.waitBlocking()
      try connection.respond(body: "woof")
    }
    let delegate = RecordingDelegate()
    let session = freshSession()
    let task = session.dataTask(with: try server.address())
    task.resume()
    task.delegate = delegate
    gate.open()
    await delegate.completion.wait()
    #expect(delegate.text == "woof")
    // It is let go of when it has heard everything.
    await withCheckedContinuation { done in session.delegateQueue.addOperation { done.resume() } }
    #expect(task.delegate == nil)
  }

  @Test func `informational responses are reported and are not the response`() async throws {
    let server = try ScriptedServer { connection in
      _ = try connection.readRequest()
      try connection.send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
      try connection.respond(body: "woof")
    }
    let delegate = RecordingDelegate()
    freshSession(delegate).dataTask(with: try server.address()).resume()
    await delegate.completion.wait()
    #expect(delegate.events.contains("informational 103"))
    #expect(delegate.responses.map(\.status) == [200])
  }

  @Test func `a slow delegate stops the server`() async throws {
    let chunk = [UInt8](repeating: 120, count: 1 << 20)
    let server = try ScriptedServer { connection in
      _ = try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(64 << 20)\r\n\r\n")
      for _ in 0..<64 { try connection.send(chunk) }
    }
    let delegate = SlowDelegate()
    let session = freshSession(delegate)
    let task = session.dataTask(with: try server.address())
    task.resume()
    await delegate.begun.wait()
    var before: Int64 = -1
    while task.countOfBytesReceived != before {
      before = task.countOfBytesReceived
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(before < 8 << 20)
    delegate.goOn.open()
    await delegate.completion.wait()
    #expect(task.countOfBytesReceived == 64 << 20)
  }

  @Test func `an invalidated session calls its delegate last, and releases it`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "woof") }
    let delegate = RecordingDelegate()
    let session = freshSession(delegate)
    session.dataTask(with: try server.address()).resume()
    session.finishTasksAndInvalidate()
    await delegate.invalidation.wait()
    #expect(delegate.events.suffix(2) == ["completed", "invalid"])
    #expect(session.delegate == nil)
    let error = await #expect(throws: URLError.self) { try await session.data(from: server.address()) }
    #expect(error?.code == .cancelled)
  }

  @Test func `a released session releases its delegate`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "woof") }
    weak var released: RecordingDelegate?
    do {
      let delegate = RecordingDelegate()
      released = delegate
      freshSession(delegate).dataTask(with: try server.address()).resume()
      await delegate.completion.wait()
    }
    for _ in 0..<15_000 where released != nil { try await Task.sleep(for: .milliseconds(2)) }
    #expect(released == nil)
  }
}

/// Blocks in its first call until it may go on.
final class SlowDelegate: NSObject, URLSessionDataDelegate {
  let begun = Gate()
  let goOn = Gate()
  let completion = Gate()

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    begun.open()
    goOn.waitBlocking(milliseconds: 20_000)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    completion.open()
  }
}
