// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import URLLoading

/// Tasks, sessions, metrics and stores with all that Apple's systems let a subclass replace.
@available(*, deprecated, message: "Its initializers are deprecated, as on Apple's systems.")
private enum Replaced {
  final class Upload: URLSessionUploadTask, @unchecked Sendable {  // no property of its own
    override var taskIdentifier: Int { 7 }
    override var originalRequest: URLRequest? { nil }
    override var currentRequest: URLRequest? { nil }
    override var response: URLResponse? { nil }
    override var error: (any Error)? { URLError(.timedOut) }
    override var countOfBytesSent: Int64 { 1 }
    override var countOfBytesReceived: Int64 { 2 }
    override var countOfBytesExpectedToSend: Int64 { 3 }
    override var countOfBytesExpectedToReceive: Int64 { 4 }
    override var progress: Progress { Progress(totalUnitCount: 5) }
    override func cancel(byProducingResumeData completionHandler: @escaping @Sendable (Data?) -> Void) {
      completionHandler(Data("upload".utf8))
    }
  }

  final class Download: URLSessionDownloadTask, @unchecked Sendable {  // no property of its own
    override func cancel(byProducingResumeData completionHandler: @escaping @Sendable (Data?) -> Void) {
      completionHandler(Data("download".utf8))
    }
  }

  final class Session: URLSession, @unchecked Sendable {  // no property of its own
    override func uploadTask(with request: URLRequest, from bodyData: Data) -> URLSessionUploadTask { Upload() }
    override func uploadTask(with request: URLRequest, fromFile fileURL: URL) -> URLSessionUploadTask { Upload() }
    override func uploadTask(withStreamedRequest request: URLRequest) -> URLSessionUploadTask { Upload() }
    override func downloadTask(with url: URL) -> URLSessionDownloadTask { Download() }
    override func downloadTask(withResumeData resumeData: Data) -> URLSessionDownloadTask { Download() }
    override func getAllTasks(completionHandler: @escaping @Sendable ([URLSessionTask]) -> Void) {
      completionHandler([Upload(), Download()])
    }
    override func reset(completionHandler: @escaping @Sendable () -> Void) { completionHandler() }
    override func flush(completionHandler: @escaping @Sendable () -> Void) { completionHandler() }
  }

  final class Metrics: URLSessionTaskMetrics, @unchecked Sendable {  // no property of its own
    override var redirectCount: Int { 9 }
    override var transactionMetrics: [URLSessionTaskTransactionMetrics] { [Transaction()] }
  }

  final class Transaction: URLSessionTaskTransactionMetrics, @unchecked Sendable {  // no property of its own
    override var networkProtocolName: String? { "h9" }
  }

  static func counts() -> [Int64] {
    let task: URLSessionTask = Upload()
    return [
      task.countOfBytesSent, task.countOfBytesReceived, task.countOfBytesExpectedToSend,
      task.countOfBytesExpectedToReceive, task.progress.totalUnitCount, Int64(task.taskIdentifier),
    ]
  }

  static func session() -> URLSession { Session() }

  static func metrics() -> URLSessionTaskMetrics { Metrics() }

  /// A task as it is, that belongs to no session.
  static func plain() -> URLSessionTask { URLSessionDataTask() }
}

@Suite(.timeLimit(.minutes(2))) struct MockingTests {
  @Test func `a replaced session returns replaced tasks`() throws {
    let session: URLSession = MockSession(data: Data("woof".utf8))
    let url = try #require(URL(string: "http://mock.test"))
    let responses = Mutex<[Data?]>([])
    let note: @Sendable (Data?, URLResponse?, (any Error)?) -> Void = { data, _, _ in
      responses.withLock { $0.append(data) }
    }
    session.dataTask(with: url, completionHandler: note).resume()
    session.dataTask(with: URLRequest(url: url), completionHandler: note).resume()
    session.dataTask(with: URLRequest(url: url)).resume()
    #expect(responses.withLock { $0 } == [Data("woof".utf8), Data("woof".utf8)])
  }

  @Test(.enabled(if: ToolchainCompiler.path != nil)) func `the same file compiles with the toolchain's module`() throws
  {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("MockedSession.swift")
    #expect(try ToolchainCompiler.complaints(about: file) == "")
  }
}

extension MockingTests {
  @available(*, deprecated, message: "What it tries is deprecated, as on Apple's systems.")
  @Test func `all members that Apple's systems let a subclass override can be overridden`() async throws {
    #expect(Replaced.counts() == [1, 2, 3, 4, 5, 7])
    let session = Replaced.session()
    let request = URLRequest(url: try #require(URL(string: "http://mock.test")))
    #expect(session.uploadTask(with: request, from: Data()).taskIdentifier == 7)
    #expect(session.uploadTask(withStreamedRequest: request).error as? URLError == URLError(.timedOut))
    #expect(await session.allTasksByHandler() == 2)
    #expect(Replaced.metrics().redirectCount == 9)
    #expect(Replaced.metrics().transactionMetrics.first?.networkProtocolName == "h9")
    #expect(Replaced.metrics().transactionMetrics.first?.fetchStartDate == nil)
  }

  @available(*, deprecated, message: "What it tries is deprecated, as on Apple's systems.")
  @Test func `a task without a session does nothing`() {
    let task = Replaced.plain()
    task.resume()
    #expect(task.state == .suspended)
    task.suspend()
    task.cancel()
    #expect(task.taskIdentifier == 0)
    #expect(task.currentRequest == nil)
  }
}

extension URLSession {
  fileprivate func allTasksByHandler() async -> Int {
    await withCheckedContinuation { continuation in getAllTasks { continuation.resume(returning: $0.count) } }
  }
}
