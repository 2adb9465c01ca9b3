// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import URLLoading

/// Notes which methods are called.
class NotingDelegate: NSObject, @unchecked Sendable {  // its property is a mutex, and subclasses add none
  private let names = Mutex<[String]>([])

  var noted: [String] { names.withLock { $0 } }

  func note(_ name: String) { names.withLock { $0.append(name) } }
}

/// Has the async form of every method that has a result.
final class EveryAsyncForm: NotingDelegate, URLSessionDataDelegate, @unchecked Sendable {  // as its superclass
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willBeginDelayedRequest request: URLRequest
  ) async -> (URLSession.DelayedRequestDisposition, URLRequest?) {
    note("begins")
    return (.continueLoading, nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest
  ) async -> URLRequest? {
    note("redirect")
    return request
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
    note("challenge")
    return (.useCredential, URLCredential(user: "rex", password: "bone", persistence: .none))
  }

  func urlSession(_ session: URLSession, needNewBodyStreamForTask task: URLSessionTask) async -> InputStream? {
    note("stream")
    return InputStream(data: Data("dog".utf8))
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse
  ) async -> URLSession.ResponseDisposition {
    note("response")
    return .allow
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse
  ) async -> CachedURLResponse? {
    note("cache")
    return proposedResponse
  }
}

/// Has the form with a completion handler of every method that has a result.
final class EveryHandlerForm: NotingDelegate, URLSessionDataDelegate, @unchecked Sendable {  // as its superclass
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willBeginDelayedRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLSession.DelayedRequestDisposition, URLRequest?) -> Void
  ) {
    note("begins")
    completionHandler(.continueLoading, nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    note("redirect")
    completionHandler(request)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    note("challenge")
    completionHandler(.useCredential, URLCredential(user: "rex", password: "bone", persistence: .none))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
  ) {
    note("stream")
    completionHandler(InputStream(data: Data("dog".utf8)))
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    note("response")
    completionHandler(.allow)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse,
    completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
  ) {
    note("cache")
    completionHandler(proposedResponse)
  }
}

@Suite struct EveryFormTests {
  /// Redirects, then asks who is there, then gives what can be stored.
  private static func server() throws -> ScriptedServer {
    try ScriptedServer { connection in
      while let request = try connection.readRequest() {
        if request.target == "/" {
          try connection.respond("302 Go", ["Location: /b"])
        } else if request.field("authorization") == nil {
          try connection.respond("401 Who", [#"WWW-Authenticate: Basic realm="x""#])
        } else {
          try connection.respond("200 OK", ["Cache-Control: max-age=9"], body: request.text)
        }
      }
    }
  }

  private func load(asOwn: Bool, _ delegate: any URLSessionTaskDelegate) async throws {
    let server = try Self.server()
    let session = freshSession(asOwn ? nil : delegate)
    let task = session.dataTask(with: try server.address())
    task.earliestBeginDate = Date(timeIntervalSinceNow: 0.01)
    if asOwn { task.delegate = delegate }
    task.resume()
    while task.state != .completed { try await Task.sleep(for: .milliseconds(1)) }
    #expect(task.response?.status == 200)
  }

  private static let expected = ["begins", "redirect", "challenge", "response", "cache"]

  @Test(arguments: [true, false]) func `every async form is called`(_ asOwn: Bool) async throws {
    let delegate = EveryAsyncForm()
    try await load(asOwn: asOwn, delegate)
    #expect(delegate.noted == Self.expected)
  }

  @Test(arguments: [true, false]) func `every form with a handler is called`(_ asOwn: Bool) async throws {
    let delegate = EveryHandlerForm()
    try await load(asOwn: asOwn, delegate)
    #expect(delegate.noted == Self.expected)
  }

  @Test func `both forms of the method for streams are called`() async throws {
    for delegate in [EveryAsyncForm(), EveryHandlerForm()] as [NotingDelegate & URLSessionTaskDelegate] {
      let server = try ScriptedServer { connection in
        while let request = try connection.readRequest() { try connection.respond(body: request.text) }
      }
      var request = URLRequest(url: try server.address())
      request.httpMethod = "POST"
      let task = freshSession().uploadTask(withStreamedRequest: request)
      task.delegate = delegate
      task.resume()
      while task.state != .completed { try await Task.sleep(for: .milliseconds(1)) }
      #expect(server.requests.first?.text == "dog")
      #expect(delegate.noted == ["stream", "response"])
    }
  }
}
