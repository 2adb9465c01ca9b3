// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import URLLoading

@testable import TestKit

@Suite(.timeLimit(.minutes(1))) struct RedirectFindings {
  private func redirecting(_ status: String, to location: String = "/next") throws -> ScriptedServer {
    try ScriptedServer { connection in
      while let request = try connection.readRequest() {
        if request.target == "/" {
          try connection.respond(status, ["Location: \(location)"])
        } else {
          try connection.respond(body: "there")
        }
      }
    }
  }

  @Test(arguments: ["307 Temporary Redirect", "308 Permanent Redirect"])
  func `307 and 308 send method and content again`(status: String) async throws {
    let server = try redirecting(status)
    var request = URLRequest(url: try server.address())
    request.httpMethod = "POST"
    request.httpBody = Data("dog".utf8)
    _ = try await freshSession().data(for: request)
    #expect(server.requests.map(\.method) == ["POST", "POST"])
    #expect(server.requests.map(\.text) == ["dog", "dog"])
  }

  @Test func `307 sends an uploaded file again`() async throws {
    let server = try redirecting("307 Temporary Redirect")
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("upload-\(UUID().uuidString)")
    try Data("dog".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    var request = URLRequest(url: try server.address())
    request.httpMethod = "PUT"
    _ = try await freshSession().upload(for: request, fromFile: file)
    #expect(server.requests.map(\.text) == ["dog", "dog"])
  }

  @Test func `credentials do not follow to another origin`() async throws {
    let other = try ScriptedServer { try $0.respondToAll(body: "there") }
    let server = try redirecting("302 Found", to: other.url("/next"))
    var request = URLRequest(url: try server.address())
    request.setValue("Basic YWRhOjE=", forHTTPHeaderField: "Authorization")
    request.setValue("a=b", forHTTPHeaderField: "Cookie")
    _ = try await freshSession().data(for: request)
    #expect(server.requests.first?.field("authorization") == "Basic YWRhOjE=")
    #expect(other.requests.first?.field("authorization") == nil)
    #expect(other.requests.first?.field("cookie") == nil)
  }

  @Test func `a remembered credential does not follow to another origin`() async throws {
    let other = try ScriptedServer { try $0.respondToAll(body: "there") }
    let target = other.url("/next")
    let server = try ScriptedServer { connection in
      while let request = try connection.readRequest() {
        if request.field("authorization") == nil {
          try connection.respond("401 Unauthorized", ["WWW-Authenticate: Basic realm=\"Dogs\""])
        } else {
          try connection.respond("302 Found", ["Location: \(target)"])
        }
      }
    }
    let delegate = ChallengeDelegate(persistence: .forSession)
    _ = try await freshSession().data(from: server.address(), delegate: delegate)
    #expect(other.requests.map { $0.field("authorization") } == [nil])
  }

  @Test func `the argument's delegate is asked about a redirect`() async throws {
    let server = try redirecting("302 Found")
    let delegate = ChallengeDelegate()
    let (data, _) = try await freshSession().data(from: server.address(), delegate: delegate)
    #expect(data == Data("there".utf8))
    #expect(delegate.events.first == "redirect")
  }

  @Test func `redirects without end are an error`() async throws {
    let server = try ScriptedServer { try $0.respondToAll("302 Found", ["Location: /again"]) }
    let error = await #expect(throws: URLError.self) { try await freshSession().data(from: server.address()) }
    #expect(error?.code == .httpTooManyRedirects)
    #expect(server.requestCount == 21)
  }

  @Test func `a task can be cancelled while its delegate decides on a redirect`() async throws {
    let server = try redirecting("302 Found")
    let (asked, go) = (Gate(), Gate())
    let delegate = HesitatingDelegate(asked: asked, go: go)
    let task = freshSession(delegate).dataTask(with: try server.address())
    task.resume()
    await asked.wait()
    task.cancel()
    await delegate.completion.wait()
    go.open()
    #expect((task.error as? URLError)?.code == .cancelled)
    #expect(server.requestCount == 1)
  }
}

/// Responds with a redirect when a test says so.
private final class HesitatingDelegate: NSObject, URLSessionTaskDelegate {
  let completion = Gate()
  private let asked: Gate
  private let go: Gate

  init(asked: Gate, go: Gate) {
    self.asked = asked
    self.go = go
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest
  ) async -> URLRequest? {
    asked.open()
    await go.wait()
    return request
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    completion.open()
  }
}
