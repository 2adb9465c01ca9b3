// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import URLLoading

@Suite struct ResumableUploadTests {
  @Test func `a broken upload resumes where the server is`() async throws {
    let version = "Upload-Draft-Interop-Version: 9"
    let server = try ScriptedServer { connection in
      while let head = try connection.readHead() {
        switch head.method {
        case "POST":
          try connection.send("HTTP/1.1 104 Upload Resumption Supported\r\n\(version)\r\nLocation: /u/1\r\n\r\n")
          _ = try connection.read(count: 4)
          return
        case "HEAD":
          try connection.send(
            "HTTP/1.1 204 No Content\r\n\(version)\r\nUpload-Offset: 4\r\nUpload-Complete: ?0\r\n\r\n")
        default:
          let rest = try connection.read(count: head.field("content-length").flatMap { Int($0) } ?? 0)
          let place = "\(head.target) \(head.field("upload-offset") ?? "?")"
          try connection.respond(
            "201 Made", [version, "Upload-Complete: ?1"], body: "\(place) \(String(decoding: rest, as: UTF8.self))")
        }
      }
    }
    var request = URLRequest(url: try server.address())
    request.httpMethod = "POST"
    let (data, response) = try await freshSession().upload(for: request, from: Data("woofmeow".utf8))
    #expect(response.status == 201)
    #expect(String(decoding: data, as: UTF8.self) == "/u/1 4 meow")
  }

  /// Breaks an upload off, and leads elsewhere who asks where it is or sends the rest.
  private func moving(_ status: Int, on method: String) throws -> ScriptedServer {
    let version = "Upload-Draft-Interop-Version: 9"
    return try ScriptedServer { connection in
      while let head = try connection.readHead() {
        let rest =
          try head.method == "POST" ? [] : connection.read(count: head.field("content-length").flatMap { Int($0) } ?? 0)
        if head.method == "POST" {
          try connection.send("HTTP/1.1 104 Upload Resumption Supported\r\n\(version)\r\nLocation: /u/1\r\n\r\n")
          _ = try connection.read(count: 4)
          return
        } else if head.method == method, head.target == "/u/1" {
          try connection.respond("\(status) Go", ["Location: /u/2"])
        } else if head.method == "HEAD" {
          try connection.send(
            "HTTP/1.1 204 No Content\r\n\(version)\r\nUpload-Offset: 4\r\nUpload-Complete: ?0\r\n\r\n")
        } else {
          try connection.respond(
            "201 Made", [version, "Upload-Complete: ?1"],
            body: "\(head.target) \(String(decoding: rest, as: UTF8.self))")
        }
      }
    }
  }

  @Test(arguments: [(308, "HEAD", "/u/2"), (307, "HEAD", "/u/1"), (308, "PATCH", "/u/2"), (307, "PATCH", "/u/2")])
  func `an upload that has moved resumes elsewhere, and not from its beginning`(
    status: Int, method: String, place: String
  ) async throws {
    let server = try moving(status, on: method)
    var request = URLRequest(url: try server.address())
    request.httpMethod = "POST"
    let (data, response) = try await freshSession().upload(for: request, from: Data("woofmeow".utf8))
    #expect(response.status == 201)
    #expect(String(decoding: data, as: UTF8.self) == "\(place) meow")
  }

  @Test(arguments: [(302, "HEAD"), (303, "PATCH")])
  func `a redirect that would change the method ends an upload`(status: Int, method: String) async throws {
    let server = try moving(status, on: method)
    var request = URLRequest(url: try server.address())
    request.httpMethod = "POST"
    let post = request
    let error = await #expect(throws: URLError.self) {
      try await freshSession().upload(for: post, from: Data("woofmeow".utf8))
    }
    #expect(error?.code == .badServerResponse)
  }

  @Test(arguments: [true, false])
  func `credentials do not follow an upload to another origin`(isOfConfiguration: Bool)
    async throws
  {
    let version = "Upload-Draft-Interop-Version: 9"
    let other = try ScriptedServer {
      try $0.respondToAll("401 No", ["WWW-Authenticate: Basic realm=\"Cats\""], body: "who?")
    }
    let server = try ScriptedServer { connection in
      guard try connection.readHead() != nil else { return }
      try connection.send(
        "HTTP/1.1 104 Upload Resumption Supported\r\n\(version)\r\nLocation: \(other.url("/u/1"))\r\n\r\n")
      _ = try connection.read(count: 4)
    }
    var request = URLRequest(url: try server.address())
    request.httpMethod = "POST"
    if !isOfConfiguration { request.setValue("Bearer secret", forHTTPHeaderField: "Authorization") }
    let delegate = AsyncChallengeDelegate()
    let session = freshSession(delegate) { configuration in
      if isOfConfiguration { configuration.httpAdditionalHeaders = ["Authorization": "Bearer secret"] }
    }
    let (_, response) = try await session.upload(for: request, from: Data("woofmeow".utf8))
    #expect(response.status == 401)
    #expect(delegate.calls.load(ordering: .relaxed) == 0)
    #expect(other.requests.allSatisfy { $0.field("authorization") == nil })
  }

  /// Takes half of an upload, then the rest; notes what speaks for somebody.
  private func takingHalf(_ seen: @escaping @Sendable (String?) -> Void) throws -> ScriptedServer {
    let version = "Upload-Draft-Interop-Version: 9"
    return try ScriptedServer { connection in
      while let head = try connection.readHead() {
        seen(head.field("authorization"))
        switch head.method {
        case "POST":
          try connection.send("HTTP/1.1 104 Upload Resumption Supported\r\n\(version)\r\nLocation: /u/1\r\n\r\n")
          _ = try connection.waitForEnd()
          return
        case "HEAD":
          try connection.send(
            "HTTP/1.1 204 No Content\r\n\(version)\r\nUpload-Offset: 4\r\nUpload-Complete: ?0\r\n\r\n")
        default:
          _ = try connection.read(count: head.field("content-length").flatMap { Int($0) } ?? 0)
          try connection.respond("201 Made", [version, "Upload-Complete: ?1"])
        }
      }
    }
  }

  @Test func `a resumed upload sends no credentials to its redirected address`() async throws {
    let seen = Mutex<[String?]>([])
    let other = try takingHalf { field in seen.withLock { $0.append(field) } }
    let place = other.url("/u")
    let server = try ScriptedServer { try $0.respondToAll("307 Go", ["Location: \(place)"]) }
    let delegate = RecordingDelegate()
    let session = freshSession(delegate) { $0.httpAdditionalHeaders = ["Authorization": "Bearer secret"] }
    var request = URLRequest(url: try server.address())
    request.httpMethod = "POST"
    let task = session.uploadTask(with: request, from: Data("woofmeow".utf8))
    task.resume()
    while !delegate.events.contains("informational 104") { await Task.yield() }
    let data = try #require(await task.cancelByProducingResumeData())
    let status = await withCheckedContinuation { continuation in
      session.uploadTask(withResumeData: data) { _, response, _ in
        continuation.resume(returning: response?.status)
      }.resume()
    }
    #expect(status == 201)
    #expect(server.requests.map { $0.field("authorization") } == ["Bearer secret"])
    #expect(seen.withLock { $0 } == [nil, nil, nil])
  }
}
