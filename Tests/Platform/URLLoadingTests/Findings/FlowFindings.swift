// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import URLLoading

@testable import TestKit

@Suite(.timeLimit(.minutes(1))) struct FlowFindings {
  @Test func `no data comes before the delegate has allowed it`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "woof") }
    let (asked, go) = (Gate(), Gate())
    let delegate = HesitatingReader(asked: asked, go: go)
    freshSession(delegate).dataTask(with: try server.address()).resume()
    await asked.wait()
    #expect(delegate.text == "")
    go.open()
    await delegate.completion.wait()
    #expect(delegate.text == "woof")
  }

  @Test(.disabled(if: Sanitizer.isActive, "it keeps notes beside the memory"), .serialized, arguments: [true, false])
  func `a response in memory exists once`(saysLength: Bool) async {
    // In a process of its own, as other tests use memory meanwhile.
    await #expect(processExitsWith: .success) { [saysLength] in
      let count = 192
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        let length = saysLength ? "Content-Length: \(count << 20)\r\n" : ""
        try connection.send("HTTP/1.1 200 OK\r\n\(length)Connection: close\r\n\r\n")
        let piece = [UInt8](repeating: 0x77, count: 1 << 20)
        for _ in 0..<count { try connection.send(piece) }
      }
      let url = try server.address()
      let before = ResidentMemory.resetPeak()
      let (data, _) = try await freshSession().data(from: url)
      // In KB.
      #expect(ResidentMemory.peak - before < (count << 10) * 9 / 5)
      #expect(data.count == count << 20)
    }
  }

  @Test(arguments: [
    (URLSessionTask.lowPriority, 8), (URLSessionTask.defaultPriority, 16), (URLSessionTask.highPriority, 24),
  ])
  func `a task's priority is the weight of its stream`(priority: Float, weight: Int) async throws {
    let authority = try ServerCertificate()
    let certificate = try ServerCertificate(authority: authority)
    certificate.chooseHTTP2()
    let folder = try TemporaryFolder()
    try folder.write(authority.pem, to: "authority.pem")
    let asked = Mutex<Int?>(nil)
    let server = try ScriptedServer(tls: certificate) { connection in
      let weight = try connection.readWeight()
      // Who says nothing wants 16.
      asked.withLock { $0 = weight ?? 16 }
    }
    let session = freshSession { $0.certificateAuthorityFile = URL(filePath: folder.path("authority.pem")) }
    let url = try #require(URL(string: server.url(scheme: "https", host: "localhost")))
    await withCheckedContinuation { ended in
      let task = session.dataTask(with: url) { _, _, _ in ended.resume() }
      task.priority = priority
      task.resume()
    }
    #expect(asked.withLock { $0 } == weight)
    withExtendedLifetime(folder) {}
  }

  @Test func `suspending and resuming sends nothing again`() async throws {
    let (begun, go) = (Gate(), Gate())
    let server = try ScriptedServer { connection in
      _ = try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nwoof")
      begun.open()
      try go.waitBlocking()
      try connection.send("WOOF")
    }
    let delegate = RecordingDelegate()
    var request = URLRequest(url: try server.address())
    request.httpMethod = "POST"
    request.httpBody = Data("dog".utf8)
    let task = freshSession(delegate).dataTask(with: request)
    task.resume()
    await begun.wait()
    task.suspend()
    #expect(task.state == .suspended)
    go.open()
    task.resume()
    await delegate.completion.wait()
    #expect(delegate.text == "woofWOOF")
    #expect(server.requestCount == 1)
    #expect(server.connectionCount == 1)
  }

  @Test func `suspending right after the start sends once`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "woof") }
    for _ in 0..<20 {
      let delegate = RecordingDelegate()
      var request = URLRequest(url: try server.address())
      request.httpMethod = "POST"
      request.httpBody = Data("dog".utf8)
      let task = freshSession(delegate).dataTask(with: request)
      task.resume()
      task.suspend()
      task.resume()
      await delegate.completion.wait()
      #expect(delegate.text == "woof")
    }
    #expect(server.requestCount == 20)
  }

  @Test func `a stream without bytes yet is not at its end, and delays no other`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "woof") }
    let (isRead, go) = (Gate(), Gate())
    var request = URLRequest(url: try server.address("/slow"))
    request.httpMethod = "POST"
    request.httpBodyStream = SlowStream(isRead: isRead, go: go)
    let slow = request
    let session = freshSession()
    let upload = Task { try await session.data(for: slow) }
    await isRead.wait()
    #expect(try await freshSession().data(from: server.address("/quick")).0 == Data("woof".utf8))
    #expect(server.requestCount == 1)
    go.open()
    _ = try await upload.value
    #expect(server.requests.last?.text == "late")
  }

  @Test func `a protocol that blocks delays no other session`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "woof") }
    let url = try #require(URL(string: "blocking://dogs"))
    let session = freshSession { $0.protocolClasses = [BlockingProtocol.self] }
    let blocked = Task { try await session.data(from: url) }
    await BlockingProtocol.begun.wait()
    #expect(try await freshSession().data(from: server.address()).0 == Data("woof".utf8))
    BlockingProtocol.go.open()
    #expect(try await blocked.value.0 == Data("late".utf8))
  }

  @Test func `counts and progress match the received bytes`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "woof") }
    let session = freshSession()
    let url = try server.address()
    let task = await withCheckedContinuation { (continuation: CheckedContinuation<URLSessionTask?, Never>) in
      let made = Mutex<URLSessionTask?>(nil)
      let task = session.dataTask(with: url) { _, _, _ in continuation.resume(returning: made.withLock { $0 }) }
      _ = task.progress
      made.withLock { $0 = task }
      task.resume()
    }
    #expect(task?.countOfBytesReceived == 4)
    #expect(task?.countOfBytesExpectedToReceive == 4)
    #expect(task?.progress.fractionCompleted == 1)
  }

  @Test func `metrics have the times of the parts of a load`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "woof") }
    let delegate = RecordingDelegate()
    freshSession(delegate).dataTask(with: try server.address()).resume()
    await delegate.completion.wait()
    let metrics = try #require(delegate.metrics)
    let transaction = try #require(metrics.transactionMetrics.first)
    #expect(metrics.redirectCount == 0)
    let times = [
      transaction.fetchStartDate, transaction.connectEndDate, transaction.requestStartDate,
      transaction.responseStartDate, transaction.responseEndDate,
    ].compactMap { $0 }
    #expect(times.count == 5)
    #expect(times == times.sorted())
    #expect(transaction.networkProtocolName == "http/1.1")
  }
}

/// Allows a response when a test says so.
private final class HesitatingReader: NSObject, URLSessionDataDelegate {
  let completion = Gate()
  private let asked: Gate
  private let go: Gate
  private let data = Mutex(Data())

  var text: String { data.withLock { String(decoding: $0, as: UTF8.self) } }

  init(asked: Gate, go: Gate) {
    self.asked = asked
    self.go = go
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse
  ) async -> URLSession.ResponseDisposition {
    asked.open()
    await go.wait()
    return .allow
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    self.data.withLock { $0.append(data) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    completion.open()
  }
}

/// Has nothing until a test says so; then one word.
private final class SlowStream: InputStream {
  private let isRead: Gate
  private let go: Gate
  private let isDone = Mutex(false)

  init(isRead: Gate, go: Gate) {
    self.isRead = isRead
    self.go = go
    super.init(data: Data())
  }

  override var hasBytesAvailable: Bool { go.isOpen && !isDone.withLock { $0 } }
  override var streamStatus: Stream.Status { .open }
  override var streamError: (any Error)? { nil }
  override func open() {}
  override func close() {}

  override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength len: Int) -> Int {
    isRead.open()
    go.waitBlocking(milliseconds: 60_000)
    let isOver = isDone.withLock { isDone in
      defer { isDone = true }
      return isDone
    }
    if isOver { return 0 }
    let word = Array("late".utf8)
    buffer.update(from: word, count: word.count)
    return word.count
  }
}

/// Blocks its thread until a test says so.
private final class BlockingProtocol: URLProtocol {
  static let begun = Gate()
  static let go = Gate()

  override class func canInit(with request: URLRequest) -> Bool { request.url?.scheme == "blocking" }

  override func startLoading() {
    Self.begun.open()
    Self.go.waitBlocking(milliseconds: 60_000)
    guard let url = request.url else { return }
    let response = URLResponse(url: url, mimeType: nil, expectedContentLength: 4, textEncodingName: nil)
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: Data("late".utf8))
    client?.urlProtocolDidFinishLoading(self)
  }
}
