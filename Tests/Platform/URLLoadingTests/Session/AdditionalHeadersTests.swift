// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import URLLoading

@testable import TestKit

/// Responds with the fields that it is asked with, and leads from `/leads` elsewhere with a copy of its request.
private final class EchoingProtocol: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { request.url?.path != "/real" }

  override func startLoading() {
    guard let client, let url = request.url else { return }
    if url.path == "/leads" {
      var copy = request
      copy.url = URL(string: url.query ?? "")
      guard let response = HTTPURLResponse(url: url, statusCode: 307, httpVersion: nil, headerFields: nil) else {
        return
      }
      return client.urlProtocol(self, wasRedirectedTo: copy, redirectResponse: response)
    }
    let response = HTTPURLResponse(
      url: url, statusCode: 200, httpVersion: nil, headerFields: request.allHTTPHeaderFields ?? [:])
    guard let response else { return }
    client.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client.urlProtocolDidFinishLoading(self)
  }
}

/// The fields of `httpAdditionalHeaders`, as programs see them.
@Suite(.timeLimit(.minutes(1))) struct AdditionalHeadersTests {
  private func session(
    _ fields: [String: String], _ delegate: (any URLSessionDelegate)? = nil, isMocked: Bool = false
  ) -> URLSession {
    freshSession(delegate) {
      $0.httpAdditionalHeaders = fields
      if isMocked { $0.protocolClasses = [EchoingProtocol.self] }
    }
  }

  @Test func `additional headers are in a new task's current request, not in its original one`() throws {
    let session = session(["X-Dog": "rex", "X-Own": "no", "Proxy-Authorization": "Basic x"])
    var request = URLRequest(url: try #require(URL(string: "http://a.test")))
    request.setValue("yes", forHTTPHeaderField: "x-own")
    for task in [
      session.dataTask(with: request), session.downloadTask(with: request),
      session.uploadTask(with: request, from: Data()), session.uploadTask(withStreamedRequest: request),
    ] {
      #expect(task.currentRequest?.value(forHTTPHeaderField: "X-Dog") == "rex")
      #expect(task.currentRequest?.value(forHTTPHeaderField: "X-Own") == "yes")
      #expect(task.currentRequest?.value(forHTTPHeaderField: "Proxy-Authorization") == nil)
      #expect(task.originalRequest?.allHTTPHeaderFields?.count == 1)
    }
  }

  @Test func `additional headers are kept after a redirect, except those of the first origin`() async throws {
    let other = try ScriptedServer { try $0.respondToAll() }
    let first = try ScriptedServer { try $0.respondToAll("302 Found", ["Location: \(other.url("/end"))"]) }
    let session = session(["X-Dog": "rex", "Authorization": "Bearer bone"])
    let task = session.dataTask(with: try first.address())
    #expect(task.currentRequest?.value(forHTTPHeaderField: "Authorization") == "Bearer bone")
    let done = Gate()
    let last = Mutex<URLRequest?>(nil)
    let delegate = CompletionDelegate { task in
      last.withLock { $0 = task.currentRequest }
      done.open()
    }
    task.delegate = delegate
    task.resume()
    await done.wait()
    let request = try #require(last.withLock { $0 })
    #expect(request.url?.path == "/end")
    #expect(request.value(forHTTPHeaderField: "X-Dog") == "rex")
    #expect(request.value(forHTTPHeaderField: "Authorization") == nil)
    #expect(other.requests.first?.field("authorization") == nil)
    #expect(other.requests.first?.field("x-dog") == "rex")
  }

  @Test func `a protocol gets the additional headers`() async throws {
    let session = session(["X-Dog": "rex"], isMocked: true)
    let (_, response) = try await session.data(from: #require(URL(string: "http://a.test")))
    #expect((response as? HTTPURLResponse)?.value(forHTTPHeaderField: "X-Dog") == "rex")
  }

  @Test func `a protocol that redirects with a copy of its request reveals no secrets`() async throws {
    let server = try ScriptedServer { try $0.respondToAll() }
    let session = session(["X-Dog": "rex", "Authorization": "Bearer bone"], isMocked: true)
    _ = try await session.data(from: #require(URL(string: "http://a.test/leads?\(server.url("/real"))")))
    #expect(server.requests.first?.field("x-dog") == "rex")
    #expect(server.requests.first?.field("authorization") == nil)
  }
}

/// Tells of the end of a task.
private final class CompletionDelegate: NSObject, URLSessionTaskDelegate {
  private let body: @Sendable (URLSessionTask) -> Void

  init(_ body: @escaping @Sendable (URLSessionTask) -> Void) { self.body = body }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) { body(task) }
}
