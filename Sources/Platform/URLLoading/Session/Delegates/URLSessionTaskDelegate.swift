// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking

/// The methods by which a delegate hears of the tasks of a session, or of one task as its own delegate.
///
/// A task's own delegate comes before the session's, method by method. Of a task with a completion handler, and of an
/// `async` call, the session's delegate hears everything but response, data, file and completion.
public protocol URLSessionTaskDelegate: URLSessionDelegate {
  /// The task has been made and has not begun.
  func urlSession(_ session: URLSession, didCreateTask task: URLSessionTask)

  /// The `earliestBeginDate` of the task has come: load the request, another one, or none.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willBeginDelayedRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLSession.DelayedRequestDisposition, URLRequest?) -> Void)

  /// The `earliestBeginDate` of the task has come: load the request, another one, or none.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willBeginDelayedRequest request: URLRequest
  ) async -> (URLSession.DelayedRequestDisposition, URLRequest?)

  /// The server cannot be reached, and the task waits until it can. Called once a task at most.
  func urlSession(_ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask)

  /// The server redirects to `request`: give it, another request, or `nil` to take the redirect's own
  /// response as the result.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void)

  /// The server redirects to `request`: give it, another request, or `nil` to take the redirect's own
  /// response as the result.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest
  ) async -> URLRequest?

  /// The server asks who is there; `challenge.previousFailureCount` counts the credentials it has refused.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)

  /// The server asks who is there; `challenge.previousFailureCount` counts the credentials it has refused.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)

  /// The body has to be sent from its beginning, by a stream that has not been read: for the first time, or again. With
  /// `nil` the task fails with `URLError.requestBodyStreamExhausted`.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void)

  /// The body has to be sent from its beginning, by a stream that has not been read: for the first time, or again. With
  /// `nil` the task fails with `URLError.requestBodyStreamExhausted`.
  func urlSession(_ session: URLSession, needNewBodyStreamForTask task: URLSessionTask) async -> InputStream?

  /// An upload of a stream was broken off, and the server has its first `offset` bytes: give a stream of the rest,
  /// or with `nil`, so that the task fails with `URLError.requestBodyStreamExhausted`.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, needNewBodyStreamFrom offset: Int64,
    completionHandler: @escaping @Sendable (InputStream?) -> Void)

  /// An upload of a stream was broken off, and the server has its first `offset` bytes: give a stream of the rest,
  /// or with `nil`, so that the task fails with `URLError.requestBodyStreamExhausted`.
  func urlSession(
    _ session: URLSession, needNewBodyStreamForTask task: URLSessionTask, from offset: Int64
  ) async -> InputStream?

  /// Bytes of the body have been sent; the last count is -1 where the length is not known. Called at most every 20
  /// milliseconds, and for what is left.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64)

  /// A response of the 1xx class has come (RFC 9110, section 15.2); the final one is still to come.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceiveInformationalResponse response: HTTPURLResponse)

  /// Everything measured about the task, just before it completes.
  func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics)

  /// The task is over; `error` is `nil` when a response came, whatever its status.
  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
}

/// A delegate's decision about a delayed request, with another request if it gives one.
struct DelayedRequestReply: Sendable {
  var disposition: URLSession.DelayedRequestDisposition
  var request: URLRequest?
}

/// The stream a delegate gave for a body.
struct BodyStreamReply: @unchecked Sendable {  // the stream is handed over: its giver does not touch it again
  var stream: InputStream?
}
