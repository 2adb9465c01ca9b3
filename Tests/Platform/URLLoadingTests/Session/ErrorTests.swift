// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import URLLoading

@testable import TestKit

/// The errors that programs for Apple's systems look for.
@Suite(.timeLimit(.minutes(1))) struct ErrorTests {
  private func error(of start: (URLSession, RecordingDelegate) throws -> URLSessionTask) async throws -> URLError? {
    let delegate = RecordingDelegate()
    try start(freshSession(delegate), delegate).resume()
    await delegate.completion.wait()
    return delegate.error as? URLError
  }

  @Test func `a request without a URL fails as unsupported`() async throws {
    var request = URLRequest(url: try #require(URL(string: "http://a.test")))
    request.url = nil
    let empty = request
    #expect(try await error { session, _ in session.dataTask(with: empty) }?.code == .unsupportedURL)
    #expect(try await error { session, _ in session.downloadTask(with: empty) }?.code == .unsupportedURL)
    #expect(try await error { session, _ in session.uploadTask(with: empty, from: Data()) }?.code == .unsupportedURL)
    let thrown = await #expect(throws: URLError.self) { try await freshSession().data(for: empty) }
    #expect(thrown?.code == .unsupportedURL)
  }

  @Test(arguments: ["", "no resume data"]) func `malformed resume data fail as an unsupported URL`(text: String)
    async throws
  {
    let data = Data(text.utf8)
    #expect(try await error { session, _ in session.downloadTask(withResumeData: data) }?.code == .unsupportedURL)
    #expect(try await error { session, _ in session.uploadTask(withResumeData: data) }?.code == .unsupportedURL)
    let thrown = await #expect(throws: URLError.self) { try await freshSession().download(resumeFrom: data) }
    #expect(thrown?.code == .unsupportedURL)
  }

  @Test func `the error of cancelling has the name that it has on Apple's systems`() async throws {
    let url = try #require(URL(string: "http://a.test"))
    let cancelled = try await error { session, _ in
      let task = session.dataTask(with: url)
      task.cancel()
      return task
    }
    #expect(cancelled?.localizedDescription == "cancelled")
  }

  @Test func `the error of too many redirects has its name, too`() async throws {
    let server = try ScriptedServer { try $0.respondToAll("302 Found", ["Location: /"]) }
    let url = try server.address()
    let error = await #expect(throws: URLError.self) { try await freshSession().data(from: url) }
    #expect(error?.localizedDescription == "too many HTTP redirects")
  }

  @Test func `a cancelled task leaves its session`() async throws {
    let server = try ScriptedServer { _ = try $0.waitForEnd() }
    let delegate = RecordingDelegate()
    let session = freshSession(delegate)
    session.delegateQueue.isSuspended = true
    let (first, second) = (session.dataTask(with: try server.address()), session.dataTask(with: try server.address()))
    first.resume()
    first.cancel()
    session.delegateQueue.isSuspended = false
    #expect(await session.allTasks == [second])
    #expect(await session.tasks.0 == [second])
    let listed = await withCheckedContinuation { continuation in
      session.getAllTasks { continuation.resume(returning: $0) }
    }
    #expect(listed == [second])
    second.cancel()
    #expect(await session.allTasks.isEmpty)
  }
}
