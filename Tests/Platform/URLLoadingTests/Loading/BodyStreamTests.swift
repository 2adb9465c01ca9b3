// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import URLLoading

@testable import TestKit

@Suite(.timeLimit(.minutes(1))) struct BodyStreamTests {
  private static let version = "Upload-Draft-Interop-Version: 9"

  private func request(_ server: ScriptedServer, _ method: String = "POST", stream: String? = nil) throws -> URLRequest
  {
    var request = URLRequest(url: try server.address("/a"))
    request.httpMethod = method
    if let stream { request.httpBodyStream = InputStream(data: Data(stream.utf8)) }
    return request
  }

  /// What comes of a streamed upload.
  private func upload(_ request: URLRequest, _ delegate: any StreamProviding) async -> RecordingDelegate {
    let recording = RecordingDelegate()
    let task = freshSession(delegate).uploadTask(withStreamedRequest: request)
    task.delegate = recording
    task.resume()
    await recording.completion.wait()
    return recording
  }

  @Test(arguments: [true, false]) func `a challenge asks for a new stream`(isAsync: Bool) async throws {
    let server = try ScriptedServer.ofAda()
    let delegate: any StreamProviding = isAsync ? AsyncStreams("dog") : HandlerStreams("dog")
    let result = await upload(try request(server), delegate)
    #expect(result.error == nil)
    #expect(server.requests.map(\.text) == ["dog", "dog"])
    #expect(delegate.asked == [0, 0])
  }

  @Test(arguments: [307, 308]) func `a redirect that keeps the content asks for a new stream`(status: Int)
    async throws
  {
    let server = try ScriptedServer { connection in
      while let request = try connection.readRequest() {
        try connection.respond(request.target == "/a" ? "\(status) Go" : "200 OK", ["Location: /b"])
      }
    }
    let delegate = AsyncStreams("dog")
    let result = await upload(try request(server), delegate)
    #expect(result.error == nil)
    #expect(server.requests.map { "\($0.method) \($0.target) \($0.text)" } == ["POST /a dog", "POST /b dog"])
  }

  @Test func `the delegate's stream follows that of the request`() async throws {
    let server = try ScriptedServer.ofAda()
    let delegate = AsyncStreams("second")
    let (_, response) = try await freshSession(delegate).data(for: request(server, stream: "first"))
    #expect(response.status == 200)
    #expect(server.requests.map(\.text) == ["first", "second"])
    #expect(delegate.asked == [0])
  }

  @Test func `without another stream the task fails as documented`() async throws {
    let server = try ScriptedServer.ofAda()
    let error = await #expect(throws: URLError.self) {
      try await freshSession().data(for: request(server, stream: "first"), delegate: ChallengeDelegate())
    }
    #expect(error?.code == .requestBodyStreamExhausted)
    let result = await upload(try request(server), AsyncStreams("dog", times: 1))
    #expect((result.error as? URLError)?.code == .requestBodyStreamExhausted)
  }

  /// Responds to the first request of each connection, and takes the next one in without a response.
  private func forgetful() throws -> ScriptedServer {
    try ScriptedServer { connection in
      guard try connection.readRequest() != nil else { return }
      try connection.respond(body: "woof")
      guard connection.number == 0 else { return try connection.respondToAll(body: "woof") }
      _ = try connection.readRequest()
    }
  }

  @Test func `a connection that is lost before the response asks for a new stream`() async throws {
    let server = try forgetful()
    let delegate = AsyncStreams("second")
    let session = freshSession(delegate)
    _ = try await session.data(from: server.address())
    let (data, _) = try await session.data(for: request(server, "PUT", stream: "first"))
    #expect(data == Data("woof".utf8))
    #expect(server.requests.map(\.text) == ["", "first", "second"])
    #expect(delegate.asked == [0])
  }

  @Test func `a request that must not be repeated is not, even with another stream`() async throws {
    let server = try forgetful()
    let delegate = AsyncStreams("second")
    let session = freshSession(delegate)
    _ = try await session.data(from: server.address())
    let error = await #expect(throws: URLError.self) {
      try await session.data(for: request(server, "POST", stream: "first"))
    }
    #expect(error?.code == .networkConnectionLost)
    #expect(server.requestCount == 2)
  }

  @Test func `an unread stream is used, whatever was asked before`() async throws {
    let server = try ScriptedServer(tls: ServerCertificate()) { try $0.respondToAll(body: "woof") }
    let delegate = TrustDelegate { (.useCredential, URLCredential(trust: $0)) }
    var request = URLRequest(url: try #require(URL(string: server.url(scheme: "https"))))
    request.httpMethod = "POST"
    request.httpBodyStream = InputStream(data: Data("first".utf8))
    _ = try await freshSession(delegate).data(for: request)
    #expect(server.requests.map(\.text) == ["first"])
  }

  // MARK: Going on with an upload

  /// Takes the beginning of an upload of unknown length and breaks off, then takes the rest.
  private func breaking(after count: Int) throws -> ScriptedServer {
    try ScriptedServer { connection in
      while let head = try connection.readHead() {
        switch head.method {
        case "POST":
          try connection.send("HTTP/1.1 104 Upload Resumption Supported\r\n\(Self.version)\r\nLocation: /u/1\r\n\r\n")
          _ = try connection.readChunk()
          return connection.reset()
        case "HEAD":
          try connection.send(
            "HTTP/1.1 204 No Content\r\n\(Self.version)\r\nUpload-Offset: \(count)\r\nUpload-Complete: ?0\r\n\r\n")
        default:
          var rest = ""
          while case let chunk = try connection.readChunk(), !chunk.isEmpty {
            rest += String(decoding: chunk, as: UTF8.self)
          }
          try connection.respond(
            "201 Made", [Self.version, "Upload-Complete: ?1"],
            body: "\(head.target) \(head.field("upload-offset") ?? "?") \(head.field("upload-complete") ?? "?") \(rest)"
          )
        }
      }
    }
  }

  @Test(arguments: [true, false]) func `an upload that resumes asks for the stream from an offset`(isAsync: Bool)
    async throws
  {
    let server = try breaking(after: 4)
    let delegate: any StreamProviding = isAsync ? AsyncStreams("woofmeow") : HandlerStreams("woofmeow")
    let result = await upload(try request(server), delegate)
    #expect(result.error == nil)
    #expect(result.text == "/u/1 4 ?1 meow")
    #expect(delegate.asked == [0, 4])
  }

  @Test func `an upload without the rest of its stream fails as documented`() async throws {
    let server = try breaking(after: 4)
    let result = await upload(try request(server), AsyncStreams("woofmeow", times: 1))
    #expect((result.error as? URLError)?.code == .requestBodyStreamExhausted)
  }
}
