// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import URLLoading

/// The delegate of one transfer: hands content to a sink as it comes, and passes challenges on.
///
/// Content of responses that tell of a problem is kept for itself. The head is looked at when there is content, or none to
/// come: to be asked whether content may come at all would cost a way to the delegate's queue and back.
final class ResponseReceiver: NSObject, URLSessionDataDelegate {
  private static let problemLimit = 1 << 20

  private struct State {
    var head: HTTPURLResponse?
    var failure: (any Error)?
    var result: Result<APIResponse, any Error>?
    var waiting: CheckedContinuation<APIResponse, any Error>?
  }

  let authentication: AuthenticationDelegate
  private let sink: any ResponseSink
  private let problem = MemorySink(limit: problemLimit)
  private let state = Mutex(State())

  init(into sink: any ResponseSink, authentication: AuthenticationDelegate) {
    self.sink = sink
    self.authentication = authentication
    super.init()
  }

  /// The response, once all of it has come; its content is a problem's, or empty.
  ///
  /// - Throws: The error of the sink, otherwise that of the session.
  var response: APIResponse {
    get async throws {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state in
          if state.result == nil { state.waiting = continuation }
          return state.result
        }
        if let result { continuation.resume(with: result) }
      }
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
    await authentication.urlSession(session, task: task, didReceive: challenge)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let (known, hasFailed) = state.withLock { ($0.head, $0.failure != nil) }
    guard !hasFailed else { return }
    do {
      let head = try known ?? begin(dataTask)
      let taker = taker(of: head)
      for region in data.regions { try region.withUnsafeBytes { try taker.take($0) } }
    } catch {
      fail(error)
      dataTask.cancel()
    }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    authentication.urlSession(session, task: task, didCompleteWithError: error)
    if error == nil, state.withLock({ $0.head == nil }) {
      do { _ = try begin(task) } catch { fail(error) }
    }
    let problem = problem.data
    let (waiting, result) = state.withLock { state in
      let result = Self.result(of: state, error: error, problem: problem)
      state.result = result
      defer { state.waiting = nil }
      return (state.waiting, result)
    }
    waiting?.resume(with: result)
  }

  private func begin(_ task: URLSessionTask) throws -> HTTPURLResponse {
    guard let head = task.response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    state.withLock { $0.head = head }
    try taker(of: head).begin(head)
    return head
  }

  private func taker(of head: HTTPURLResponse) -> any ResponseSink { head.isProblem ? problem : sink }

  private func fail(_ error: any Error) {
    state.withLock { if $0.failure == nil { $0.failure = error } }
  }

  private static func result(
    of state: State, error: (any Error)?, problem: Data
  ) -> Result<APIResponse, any Error> {
    if let error = state.failure ?? error { return .failure(error) }
    guard let head = state.head, let url = head.url else { return .failure(URLError(.badServerResponse)) }
    return .success(APIResponse(url: url, head: head, data: head.isProblem ? problem : Data()))
  }
}

extension HTTPURLResponse {
  fileprivate var isProblem: Bool { !(200...299).contains(statusCode) }
}

extension APIResponse {
  init(url: URL, head: HTTPURLResponse, data: Data) {
    var fields: [String: String] = [:]
    for (name, value) in head.allHeaderFields {
      if let name = name as? String, let value = value as? String { fields[name] = value }
    }
    self.init(url: url, status: head.statusCode, fields: fields, data: data)
  }
}

/// The delegate of a transfer of which somebody wants to see how much has been sent. To tell it takes a way to the
/// delegate's queue, which transfers that nobody watches are spared.
final class WatchedResponseReceiver: NSObject, URLSessionDataDelegate {
  private let receiver: ResponseReceiver
  private let sent: @Sendable (_ count: Int64, _ total: Int64) -> Void

  /// - Parameters:
  ///   - receiver: Gets everything else.
  ///   - sent: Told how much of the request has been sent.
  init(_ receiver: ResponseReceiver, sent: @escaping @Sendable (_ count: Int64, _ total: Int64) -> Void) {
    self.receiver = receiver
    self.sent = sent
    super.init()
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    sent(totalBytesSent, totalBytesExpectedToSend)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
    await receiver.urlSession(session, task: task, didReceive: challenge)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    receiver.urlSession(session, dataTask: dataTask, didReceive: data)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    receiver.urlSession(session, task: task, didCompleteWithError: error)
  }
}
