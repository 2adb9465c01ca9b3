// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import URLLoading

@testable import TestKit

@Suite(.timeLimit(.minutes(1))) struct ResumingFindings {
  private static let content = String(repeating: "0123456789", count: 1000)

  /// Sends half of its content and waits, or the part that is asked for.
  private func halting() throws -> ScriptedServer {
    try ScriptedServer { connection in
      guard let request = try connection.readRequest() else { return }
      let content = Self.content
      if let range = request.field("range"), let start = Int(range.dropFirst("bytes=".count).dropLast()) {
        let rest = content.dropFirst(start)
        let fields = ["Content-Range: bytes \(start)-\(content.count - 1)/\(content.count)", "ETag: \"1\""]
        return try connection.respond("206 Partial Content", fields, body: String(rest))
      }
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(content.count)\r\nETag: \"1\"\r\n\r\n")
      try connection.send(String(content.prefix(5000)))
      _ = try connection.waitForEnd()
    }
  }

  private func resumeData(of server: ScriptedServer, in session: URLSession) async throws -> Data? {
    let delegate = HalfwayDelegate()
    let task = session.downloadTask(with: try server.address())
    task.delegate = delegate
    task.resume()
    await delegate.isHalfway.wait()
    return await task.cancelByProducingResumeData()
  }

  @Test func `a cancelled download gives resume data, and resumes where it stopped`() async throws {
    let server = try halting()
    let session = freshSession()
    let data = try #require(try await resumeData(of: server, in: session))
    let (file, response) = try await session.download(resumeFrom: data)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(response.status == 206)
    #expect(try Data(contentsOf: file) == Data(Self.content.utf8))
    #expect(server.requests.last?.field("range") == "bytes=5000-")
    #expect(server.requests.last?.field("if-range") == "\"1\"")
  }

  @Test func `a task of resume data can be started at once`() async throws {
    let server = try halting()
    let delegate = RecordingDelegate()
    let session = freshSession(delegate)
    let data = try #require(try await resumeData(of: server, in: freshSession()))
    session.downloadTask(withResumeData: data).resume()
    await delegate.completion.wait()
    #expect(delegate.error == nil)
    #expect(delegate.fileContents == [Data(Self.content.utf8)])
  }

  @Test func `malformed resume data is an error`() async throws {
    await #expect(throws: URLError.self) { try await freshSession().download(resumeFrom: Data("nonsense".utf8)) }
  }

  @Test func `a server without a validator gives no resume data`() async throws {
    let server = try ScriptedServer { connection in
      _ = try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n\(Self.content.prefix(5000))")
      _ = try connection.waitForEnd()
    }
    #expect(try await resumeData(of: server, in: freshSession()) == nil)
  }
}

extension ResumingFindings {
  private static let supported =
    "HTTP/1.1 104 Upload Resumption Supported\r\nUpload-Draft-Interop-Version: 9\r\nLocation: /uploads/1\r\n\r\n"

  /// Takes half of an upload, or the rest of it.
  private func takingHalf(then end: @escaping ScriptedServer.Script) throws -> ScriptedServer {
    try ScriptedServer { connection in
      guard let request = try connection.readHead() else { return }
      if request.method == "POST" {
        try connection.send(Self.supported)
        _ = try connection.read(count: 5000)
        return try end(connection)
      }
      try connection.send(
        "HTTP/1.1 204 No Content\r\nUpload-Offset: 5000\r\nUpload-Complete: ?0\r\nUpload-Length: 10000\r\n\r\n")
      guard try connection.readRequest() != nil else { return }
      try connection.respond("201 Created", ["Upload-Complete: ?1"], body: "photo")
    }
  }

  private func post(_ server: ScriptedServer) throws -> URLRequest {
    var request = URLRequest(url: try server.address("/photos"))
    request.httpMethod = "POST"
    return request
  }

  @Test func `a broken upload resumes at the server's offset`() async throws {
    let server = try takingHalf { $0.reset() }
    let (data, response) = try await freshSession().upload(for: post(server), from: Data(Self.content.utf8))
    #expect(response.status == 201)
    #expect(data == Data("photo".utf8))
    let rest = try #require(server.requests.last)
    #expect(rest.method == "PATCH")
    #expect(rest.target == "/uploads/1")
    #expect(rest.field("upload-offset") == "5000")
    #expect(rest.text == Self.content.suffix(5000))
  }

  @Test func `a cancelled upload gives resume data, and resumes with it`() async throws {
    let server = try takingHalf { _ = try $0.waitForEnd() }
    let delegate = InterimDelegate()
    let session = freshSession(delegate)
    let task = session.uploadTask(with: try post(server), from: Data(Self.content.utf8))
    task.resume()
    await delegate.isInformed.wait()
    let data = try #require(await task.cancelByProducingResumeData())
    let status = await withCheckedContinuation { continuation in
      freshSession().uploadTask(withResumeData: data) { _, response, _ in
        continuation.resume(returning: response?.status)
      }.resume()
    }
    #expect(status == 201)
    #expect(server.requests.last?.text == String(Self.content.suffix(5000)))
  }

  @Test func `a server without support gets an ordinary upload`() async throws {
    let server = try ScriptedServer { try $0.respondToAll("201 Created", body: "photo") }
    let (data, _) = try await freshSession().upload(for: post(server), from: Data(Self.content.utf8))
    #expect(data == Data("photo".utf8))
    #expect(server.requests.map(\.text) == [Self.content])
  }
}

/// Says when an interim response has come.
private final class InterimDelegate: NSObject, URLSessionTaskDelegate {
  let isInformed = Gate()

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceiveInformationalResponse response: HTTPURLResponse
  ) {
    isInformed.open()
  }
}

/// Says when half of the content has been written.
private final class HalfwayDelegate: NSObject, URLSessionDownloadDelegate {
  let isHalfway = Gate()

  func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL) {}

  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
    totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
  ) {
    if totalBytesWritten >= 5000 { isHalfway.open() }
  }
}
