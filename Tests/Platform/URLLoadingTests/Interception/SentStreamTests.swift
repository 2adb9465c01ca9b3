// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import URLLoading

@testable import TestKit

/// Looks at the error of the stream it is to send, as programs do after they have read it.
private final class DoubtingProtocol: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { true }

  override func startLoading() {
    guard let client, let url = request.url, let stream = request.httpBodyStream else { return }
    stream.open()
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = stream.read(&bytes, maxLength: bytes.count)
    let text = stream.streamError == nil ? String(decoding: bytes[..<max(0, count)], as: UTF8.self) : "failed"
    stream.close()
    let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: ["X-Sent": text])
    guard let response, stream.streamError == nil else { return }
    client.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client.urlProtocolDidFinishLoading(self)
  }
}

@Suite(.timeLimit(.minutes(1))) struct SentStreamTests {
  @Test(arguments: [true, false]) func `the stream of an upload gives its error`(isFile: Bool) async throws {
    let session = freshSession { $0.protocolClasses = [DoubtingProtocol.self] }
    var request = URLRequest(url: try #require(URL(string: "http://a.test")))
    request.httpMethod = "POST"
    let file = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("sent-\(UUID().uuidString)")
    try Data("woof".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let (_, response) =
      isFile
      ? try await session.upload(for: request, fromFile: file)
      : try await session.upload(for: request, from: Data("woof".utf8))
    #expect((response as? HTTPURLResponse)?.value(forHTTPHeaderField: "X-Sent") == "woof")
  }

  @Test func `the progress of a task without content can be watched to its end`() async throws {
    let server = try ScriptedServer { try $0.respondToAll() }
    let delegate = RecordingDelegate()
    let task = freshSession(delegate).dataTask(with: try server.address())
    let progress = task.progress
    task.resume()
    await delegate.completion.wait()
    #expect(progress.completedUnitCount == 0)
    #expect(progress.totalUnitCount == 0)
  }
}
