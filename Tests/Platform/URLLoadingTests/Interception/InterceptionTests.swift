// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import URLLoading

@testable import TestKit

/// Never responds, and tells when it is begun and stopped. For one test only.
private final class EndlessProtocol: URLProtocol {
  static let isBegun = Gate()
  static let isStopped = Gate()

  override class func canInit(with request: URLRequest) -> Bool { true }

  override func startLoading() { Self.isBegun.open() }

  override func stopLoading() { Self.isStopped.open() }
}

@Suite(.timeLimit(.minutes(1))) struct InterceptionTests {
  private let session = freshSession { $0.protocolClasses = [MockProtocol.self] }

  private func url(_ path: String) throws -> URL { try #require(URL(string: "http://mock.test\(path)")) }

  @Test func `all pieces reach an async call`() async throws {
    let (data, response) = try await session.data(from: url("/a"))
    #expect(data == Data("abcdef\n".utf8))
    #expect(response.status == 200)
  }

  @Test func `all pieces reach a handler`() async throws {
    let url = try url("/a")
    let data = await withCheckedContinuation { continuation in
      session.dataTask(with: url) { data, _, _ in continuation.resume(returning: data) }.resume()
    }
    #expect(data == Data("abcdef\n".utf8))
  }

  @Test func `a download and bytes are served by a protocol, too`() async throws {
    let (file, _) = try await session.download(from: url("/a"))
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(try Data(contentsOf: file) == Data("abcdef\n".utf8))
    let (bytes, _) = try await session.bytes(from: url("/a"))
    var lines: [String] = []
    for try await line in bytes.lines { lines.append(line) }
    #expect(lines == ["abcdef"])
  }

  @Test func `a delegate gets each piece`() async throws {
    let delegate = RecordingDelegate()
    let session = freshSession(delegate) { $0.protocolClasses = [MockProtocol.self] }
    session.dataTask(with: try url("/a")).resume()
    await delegate.completion.wait()
    #expect(delegate.text == "abcdef\n")
  }

  @Test func `an error is passed on`() async throws {
    let error = await #expect(throws: URLError.self) { try await session.data(from: url("/fails")) }
    #expect(error?.code == .notConnectedToInternet)
  }

  @Test func `bytes before an error are delivered first`() async throws {
    let delegate = RecordingDelegate()
    let session = freshSession(delegate) { $0.protocolClasses = [MockProtocol.self] }
    session.dataTask(with: try url("/breaks")).resume()
    await delegate.completion.wait()
    #expect(delegate.text == "abcdef\n")
    #expect((delegate.error as? URLError)?.code == .networkConnectionLost)
  }

  @Test func `a redirect is followed`() async throws {
    let (data, response) = try await session.data(from: url("/redirects"))
    #expect(data == Data("abcdef\n".utf8))
    #expect(response.url?.path == "/end")
  }

  @Test func `cancelling stops the protocol`() async throws {
    let session = freshSession { $0.protocolClasses = [EndlessProtocol.self] }
    let url = try url("/")
    let loading = Task { try await session.data(from: url) }
    await EndlessProtocol.isBegun.wait()
    #expect(!EndlessProtocol.isStopped.isOpen)
    loading.cancel()
    await EndlessProtocol.isStopped.wait()
    let error = await #expect(throws: URLError.self) { try await loading.value }
    #expect(error?.code == .cancelled)
  }

  @Test func `a request that no class accepts goes to the network`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "woof") }
    #expect(try await session.data(from: server.address()).0 == Data("woof".utf8))
  }
}
