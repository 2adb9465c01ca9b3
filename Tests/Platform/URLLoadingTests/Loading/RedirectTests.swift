// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import URLLoading

@testable import TestKit

@Suite struct RedirectTests {
  /// Redirects `/` to a place, and says what it was asked elsewhere.
  private func server(_ status: Int, to place: String) throws -> ScriptedServer {
    try ScriptedServer { connection in
      while let request = try connection.readRequest() {
        if request.target == "/" {
          try connection.respond("\(status) Go", ["Location: \(place)"], body: "gone")
        } else {
          try connection.respond(body: "\(request.method) \(request.target) \(request.text)")
        }
      }
    }
  }

  private func post(_ server: ScriptedServer) throws -> URLRequest {
    var request = URLRequest(url: try server.address())
    request.httpMethod = "POST"
    request.httpBody = Data("dog".utf8)
    return request
  }

  @Test(arguments: [307, 308]) func `method and body are kept`(_ status: Int) async throws {
    let server = try server(status, to: "/b")
    let (data, response) = try await freshSession().data(for: post(server))
    #expect(String(decoding: data, as: UTF8.self) == "POST /b dog")
    #expect(response.url?.path == "/b")
  }

  @Test(arguments: [301, 302, 303]) func `a POST becomes a GET`(_ status: Int) async throws {
    let server = try server(status, to: "/b")
    let (data, _) = try await freshSession().data(for: post(server))
    #expect(String(decoding: data, as: UTF8.self) == "GET /b ")
  }

  @Test func `credentials stay with their origin`() async throws {
    let other = try ScriptedServer { try $0.respondToAll() }
    let server = try server(302, to: other.url("/x"))
    var request = URLRequest(url: try server.address())
    request.setValue("Bearer secret", forHTTPHeaderField: "Authorization")
    _ = try await freshSession().data(for: request)
    #expect(server.requests.first?.field("authorization") == "Bearer secret")
    #expect(other.requests.count == 1)
    #expect(other.requests.first?.field("authorization") == nil)
  }

  @Test func `credential fields of the configuration stay with the first origin`()
    async throws
  {
    let other = try ScriptedServer { try $0.respondToAll() }
    let server = try server(302, to: other.url("/x"))
    let session = freshSession {
      $0.httpAdditionalHeaders = [
        "Authorization": "Bearer secret", "Cookie": "a=b", "Proxy-Authorization": "Basic eDp5", "X-App": "dogs",
      ]
    }
    _ = try await session.data(from: server.address())
    let here = try #require(server.requests.first)
    let there = try #require(other.requests.first)
    #expect(here.field("authorization") == "Bearer secret")
    #expect(here.field("cookie") == "a=b")
    #expect(there.field("authorization") == nil)
    #expect(there.field("cookie") == nil)
    #expect([here, there].map { $0.field("x-app") } == ["dogs", "dogs"])
    #expect([here, there].map { $0.field("proxy-authorization") } == [nil, nil])
  }

  @Test func `credential fields do not follow a download that resumes elsewhere`() async throws {
    let other = try ScriptedServer { connection in
      guard let request = try connection.readRequest() else { return }
      if request.field("range") == "bytes=4-" {
        try connection.respond("206 Part", ["Content-Range: bytes 4-7/8", "ETag: \"1\""], body: "meow")
      } else {
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 8\r\nETag: \"1\"\r\n\r\nwoof")
      }
    }
    let server = try server(302, to: other.url("/x"))
    let session = freshSession { $0.httpAdditionalHeaders = ["Authorization": "Bearer secret"] }
    let error = await #expect(throws: URLError.self) { try await session.download(from: server.address()) }
    let data = try #require(error?.downloadTaskResumeData)
    let (file, _) = try await session.download(resumeFrom: data)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(try Data(contentsOf: file) == Data("woofmeow".utf8))
    #expect(other.requests.map { $0.field("authorization") } == [nil, nil])
  }

  @Test func `an error after a redirect names the new URL`() async throws {
    let nobody = try LocalListener()
    let server = try server(302, to: nobody.url("/gone"))
    let error = await #expect(throws: URLError.self) { try await freshSession().data(from: server.address()) }
    #expect(error?.code == .cannotConnectToHost)
    #expect(error?.failingURL?.absoluteString == nobody.url("/gone"))
  }

  @Test func `too many redirects are an error`() async throws {
    let server = try server(302, to: "/")
    let error = await #expect(throws: URLError.self) { try await freshSession().data(from: server.address()) }
    #expect(error?.code == .httpTooManyRedirects)
    #expect(server.requestCount == 21)
  }

  @Test func `a delegate that refuses gets the redirect's own response`() async throws {
    let server = try server(302, to: "/b")
    let delegate = RedirectDelegate { _ in nil }
    let (data, response) = try await freshSession().data(from: server.address(), delegate: delegate)
    #expect(response.status == 302)
    #expect(data == Data("gone".utf8))
  }

  @Test func `a delegate can change the destination`() async throws {
    let server = try server(302, to: "/b")
    let place = try server.address("/c")
    let delegate = RedirectDelegate { _ in URLRequest(url: place) }
    let task = freshSession().dataTask(with: try server.address())
    let recording = RecordingDelegate()
    let session = freshSession(recording)
    let (data, _) = try await session.data(from: server.address(), delegate: delegate)
    #expect(String(decoding: data, as: UTF8.self) == "GET /c ")
    task.cancel()
  }

  @Test func `a task cancelled while a redirect waits for the delegate ends at once`() async throws {
    let server = try server(302, to: "/b")
    let asked = Gate()
    let mayRespond = Gate()
    let delegate = RedirectDelegate { request in
      asked.open()
      mayRespond.waitBlocking(milliseconds: 20_000)
      return request
    }
    let session = freshSession()
    let url = try server.address()
    let loading = Task { try await session.data(from: url, delegate: delegate) }
    await asked.wait()
    loading.cancel()
    mayRespond.open()
    let error = await #expect(throws: URLError.self) { try await loading.value }
    #expect(error?.code == .cancelled)
    #expect(server.requestCount == 1)
  }
}

final class RedirectDelegate: NSObject, URLSessionTaskDelegate {
  let decision: @Sendable (URLRequest) -> URLRequest?

  init(_ decision: @escaping @Sendable (URLRequest) -> URLRequest?) {
    self.decision = decision
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest
  ) async -> URLRequest? {
    decision(request)
  }
}
