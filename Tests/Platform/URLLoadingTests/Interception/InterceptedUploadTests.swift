// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import URLLoading

@testable import TestKit

/// Responds with what it was sent, or that it has moved.
private final class EchoProtocol: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { request.url?.host == "echo.test" }

  override func startLoading() {
    guard let client, let url = request.url,
      let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
    else { return }
    guard url.path != "/moved" else {
      guard let place = URL(string: "http://echo.test/") else { return }
      var next = request
      (next.url, next.httpMethod) = (place, "GET")
      return client.urlProtocol(self, wasRedirectedTo: next, redirectResponse: response)
    }
    client.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client.urlProtocol(self, didLoad: sentContent)
    client.urlProtocolDidFinishLoading(self)
  }

  private var sentContent: Data {
    guard let stream = request.httpBodyStream else { return request.httpBody ?? Data() }
    stream.open()
    defer { stream.close() }
    var content = Data()
    var bytes = [UInt8](repeating: 0, count: 4096)
    while case let count = stream.read(&bytes, maxLength: bytes.count), count > 0 {
      content.append(contentsOf: bytes[..<count])
    }
    return content
  }
}

@Suite(.timeLimit(.minutes(1))) struct InterceptedUploadTests {
  private let session = freshSession { $0.protocolClasses = [EchoProtocol.self] }

  /// More than is read of a stream at once.
  private let content = String(repeating: "woof ", count: 2000)

  private func request() throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: "http://echo.test/")))
    request.httpMethod = "POST"
    return request
  }

  @Test func `a protocol sees the data that is uploaded`() async throws {
    let (data, _) = try await session.upload(for: request(), from: Data(content.utf8))
    #expect(data == Data(content.utf8))
  }

  @Test func `a protocol sees the file that is uploaded`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(content, to: "photo")
    let (data, _) = try await session.upload(
      for: request(), fromFile: URL(fileURLWithPath: folder.path("photo")))
    #expect(data == Data(content.utf8))
  }

  @Test(arguments: [true, false]) func `a protocol sees the stream that the delegate gives`(isAsync: Bool) async throws
  {
    let streams: any StreamProviding = isAsync ? AsyncStreams(content) : HandlerStreams(content)
    let result = await stream(streams)
    #expect(result.error == nil)
    #expect(result.text == content)
    #expect(streams.asked == [0])
  }

  @Test func `an upload without a stream from its delegate fails as without a protocol`() async throws {
    let result = await stream(AsyncStreams(content, times: 0))
    #expect((result.error as? URLError)?.code == .requestBodyStreamExhausted)
  }

  @Test func `a GET that a protocol redirects to has no content of the upload`() async throws {
    var request = try request()
    request.url = URL(string: "http://echo.test/moved")
    let (data, response) = try await session.upload(for: request, from: Data(content.utf8))
    #expect(response.url?.path == "/")
    #expect(data.isEmpty)
  }

  @Test func `a protocol sees the content of a request`() async throws {
    var request = try request()
    request.httpBody = Data("dog".utf8)
    #expect(try await session.data(for: request).0 == Data("dog".utf8))
    request.httpBodyStream = InputStream(data: Data("puppy".utf8))
    #expect(try await session.data(for: request).0 == Data("puppy".utf8))
  }

  @Test func `a stream that no protocol takes goes to the server`() async throws {
    let server = try ScriptedServer { try $0.respondToAll() }
    let streams = AsyncStreams("dog")
    let session = freshSession(streams) { $0.protocolClasses = [EchoProtocol.self] }
    var request = try request()
    request.url = try server.address()
    let recording = RecordingDelegate()
    let task = session.uploadTask(withStreamedRequest: request)
    task.delegate = recording
    task.resume()
    await recording.completion.wait()
    #expect(server.requests.map(\.text) == ["dog"])
    #expect(streams.asked == [0])
  }

  /// What comes of a streamed upload that a protocol takes.
  private func stream(_ streams: any StreamProviding) async -> RecordingDelegate {
    let recording = RecordingDelegate()
    let session = freshSession(streams) { $0.protocolClasses = [EchoProtocol.self] }
    guard let request = try? request() else { return recording }
    let task = session.uploadTask(withStreamedRequest: request)
    task.delegate = recording
    task.resume()
    await recording.completion.wait()
    return recording
  }
}
