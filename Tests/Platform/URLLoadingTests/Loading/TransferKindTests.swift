// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

@testable import TestKit
@testable import URLLoading

@Suite struct UploadTests {
  private static func echo() throws -> ScriptedServer {
    try ScriptedServer { connection in
      while let request = try connection.readRequest() { try connection.respond("201 Made", body: request.text) }
    }
  }

  private func request(_ server: ScriptedServer) throws -> URLRequest {
    var request = URLRequest(url: try server.address())
    request.httpMethod = "POST"
    return request
  }

  @Test func `data is sent with its length`() async throws {
    let server = try Self.echo()
    let (data, response) = try await freshSession().upload(for: request(server), from: Data("dog".utf8))
    #expect(response.status == 201)
    #expect(data == Data("dog".utf8))
    #expect(server.requests.first?.field("content-length") == "3")
  }

  @Test func `a file is sent`() async throws {
    let server = try Self.echo()
    let file = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("woof-\(UUID().uuidString)")
    try Data(repeating: 65, count: 300_000).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let (data, _) = try await freshSession().upload(for: request(server), fromFile: file)
    #expect(data.count == 300_000)
  }

  @Test func `a missing file is an error`() async throws {
    let server = try Self.echo()
    let error = await #expect(throws: URLError.self) {
      try await freshSession().upload(for: request(server), fromFile: URL(fileURLWithPath: "/nowhere/at/all"))
    }
    #expect(error?.code == .fileDoesNotExist)
  }

  @Test func `the delegate gets the number of sent bytes`() async throws {
    let server = try Self.echo()
    let delegate = RecordingDelegate()
    let task = freshSession(delegate).uploadTask(with: try request(server), from: Data(repeating: 65, count: 100_000))
    task.resume()
    await delegate.completion.wait()
    #expect(delegate.events.contains("sent"))
    #expect(task.countOfBytesSent == 100_000)
    #expect(task.countOfBytesExpectedToSend == 100_000)
  }

  @Test func `a stream of the request is sent`() async throws {
    let server = try Self.echo()
    var request = try request(server)
    request.httpBodyStream = InputStream(data: Data("dog".utf8))
    let (data, _) = try await freshSession().data(for: request)
    #expect(data == Data("dog".utf8))
  }

  @Test func `the delegate's stream is sent, and requested again after a challenge`() async throws {
    let server = try ScriptedServer.guarded()
    let delegate = StreamDelegate()
    let recording = RecordingDelegate()
    let task = freshSession(recording).uploadTask(withStreamedRequest: try request(server))
    task.delegate = delegate
    task.resume()
    await recording.completion.wait()
    #expect(recording.text == "in:dog")
  }
}

/// Gives a stream whenever it is asked, and a credential.
final class StreamDelegate: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
  ) {
    completionHandler(InputStream(data: Data("dog".utf8)))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
    (.useCredential, URLCredential(user: "rex", password: "bone", persistence: .none))
  }
}

@Suite struct DownloadTests {
  @Test func `the file of an awaited download is the caller's`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "woof") }
    let (file, response) = try await freshSession().download(from: server.address())
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(response.status == 200)
    #expect(try Data(contentsOf: file) == Data("woof".utf8))
  }

  @Test func `a delegate does not change the result of an awaited download`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "woof") }
    let delegate = RecordingDelegate()
    let (file, _) = try await freshSession().download(from: server.address(), delegate: delegate)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(try Data(contentsOf: file) == Data("woof".utf8))
    #expect(delegate.events.contains("wrote"))
  }

  @Test func `the file of a handler is removed when it has returned`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "woof") }
    let session = freshSession()
    let url = try server.address()
    let file = await withCheckedContinuation { continuation in
      session.downloadTask(with: url) { file, _, _ in
        session.delegateQueue.addOperation { continuation.resume(returning: file) }
      }.resume()
    }
    #expect(file.map { FileManager.default.fileExists(atPath: $0.path) } == false)
  }

  @Test func `a cancelled download resumes where it was`() async throws {
    let half = Gate()
    let server = try ScriptedServer { connection in
      while let request = try connection.readRequest() {
        if request.field("range") == "bytes=4-" {
          try connection.respond("206 Part", ["Content-Range: bytes 4-7/8", "ETag: \"1\""], body: "meow")
        } else {
          try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 8\r\nETag: \"1\"\r\nAccept-Ranges: bytes\r\n\r\nwoof")
          _ = try connection.waitForEnd()
          return
        }
      }
    }
    let session = freshSession()
    let task = session.downloadTask(with: try server.address())
    task.resume()
    while task.countOfBytesReceived < 4 { await Task.yield() }
    half.open()
    let resumeData = try #require(await task.cancelByProducingResumeData())
    let (file, _) = try await session.download(resumeFrom: resumeData)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(try Data(contentsOf: file) == Data("woofmeow".utf8))
  }

  @Test func `a broken download gives resume data`() async throws {
    let server = try ScriptedServer { connection in
      _ = try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 8\r\nETag: \"1\"\r\n\r\nwoof")
    }
    let error = await #expect(throws: URLError.self) { try await freshSession().download(from: server.address()) }
    #expect(error?.code == .networkConnectionLost)
    let resumeData = try #require(error?.downloadTaskResumeData)
    let part = try FileManager.default.temporaryDirectory.appendingPathComponent(
      DownloadContinuation(resumeData).fileName)
    #expect(try Data(contentsOf: part) == Data("woof".utf8))
    try FileManager.default.removeItem(at: part)
  }

  @Test func `a download can resume even if none of its rest came`() async throws {
    let server = try ScriptedServer { connection in
      guard let request = try connection.readRequest() else { return }
      let isRest = request.field("range") == "bytes=4-"
      try connection.send(
        isRest
          ? "HTTP/1.1 206 Part\r\nContent-Length: 4\r\nContent-Range: bytes 4-7/8\r\nETag: \"1\"\r\n\r\n"
          : "HTTP/1.1 200 OK\r\nContent-Length: 8\r\nETag: \"1\"\r\n\r\nwoof")
    }
    let session = freshSession()
    let first = await #expect(throws: URLError.self) { try await session.download(from: server.address()) }
    let data = try #require(first?.downloadTaskResumeData)
    let second = await #expect(throws: URLError.self) { try await session.download(resumeFrom: data) }
    #expect(second?.code == .zeroByteResource)
    let rest = try DownloadContinuation(#require(second?.downloadTaskResumeData))
    let part = FileManager.default.temporaryDirectory.appendingPathComponent(rest.fileName)
    #expect(try Data(contentsOf: part) == Data("woof".utf8))
    try FileManager.default.removeItem(at: part)
  }

  @Test func `malformed resume data is an error`() async throws {
    await #expect(throws: URLError.self) { try await freshSession().download(resumeFrom: Data("no".utf8)) }
  }
}

@Suite struct SuspensionTests {
  @Test func `a suspended task is paused and not sent again`() async throws {
    let go = Gate()
    let server = try ScriptedServer { connection in
      _ = try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nwoof")
      try go.waitBlocking()
      try connection.send("meow")
    }
    let delegate = RecordingDelegate()
    let task = freshSession(delegate).dataTask(with: try server.address())
    task.resume()
    while task.countOfBytesReceived < 4 { await Task.yield() }
    task.suspend()
    #expect(task.state == .suspended)
    // The loop learns of it in its turn.
    await withCheckedContinuation { learned in TransferLoop.shared.submitLater(.perform { learned.resume() }) }
    go.open()
    for _ in 0..<10 { await Task.yield() }
    #expect(!delegate.completion.isOpen)
    task.resume()
    await delegate.completion.wait()
    #expect(delegate.text == "woofmeow")
    #expect(server.requestCount == 1)
  }

  @Test func `a task does not begin before its date`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "woof") }
    let delegate = RecordingDelegate()
    let task = freshSession(delegate).dataTask(with: try server.address())
    let start = ContinuousClock.now
    task.earliestBeginDate = Date(timeIntervalSinceNow: 0.15)
    task.resume()
    await delegate.completion.wait()
    #expect(start.duration(to: .now) > .milliseconds(140))
    #expect(delegate.text == "woof")
  }

  @Test func `a task waits for a server that is not up yet`() async throws {
    let listener = try LocalListener()
    let delegate = RecordingDelegate()
    let session = freshSession(delegate) { $0.waitsForConnectivity = true }
    session.dataTask(with: try #require(URL(string: listener.url()))).resume()
    await delegate.waiting.wait()
    let server = try ScriptedServer(on: listener) { try $0.respondToAll(body: "woof") }
    await delegate.completion.wait()
    #expect(delegate.events == ["created", "waits", "response", "data", "metrics", "completed"])
    #expect(delegate.text == "woof")
    #expect(server.requestCount == 1)
  }

  @Test func `an absent server is waited for within the resource's time limit`() async throws {
    let nobody = try LocalListener()
    let delegate = RecordingDelegate()
    let session = freshSession(delegate) {
      $0.waitsForConnectivity = true
      $0.timeoutIntervalForResource = 0.3
    }
    session.dataTask(with: try #require(URL(string: nobody.url()))).resume()
    await delegate.completion.wait()
    #expect((delegate.error as? URLError)?.code == .timedOut)
  }

  @Test func `metrics have the times of the exchange`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "woof") }
    let delegate = RecordingDelegate()
    freshSession(delegate).dataTask(with: try server.address()).resume()
    await delegate.completion.wait()
    let transaction = try #require(delegate.metrics?.transactionMetrics.first)
    #expect(transaction.networkProtocolName == "http/1.1")
    #expect(transaction.remotePort == server.port)
    #expect(transaction.countOfResponseBodyBytesAfterDecoding == 4)
    #expect(try #require(transaction.fetchStartDate) <= #require(transaction.responseEndDate))
    #expect(delegate.metrics?.redirectCount == 0)
  }
}
