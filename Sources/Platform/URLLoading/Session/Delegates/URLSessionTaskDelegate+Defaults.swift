public import Foundation
public import FoundationNetworking

extension URLSessionTaskDelegate {
  /// Does nothing.
  public func urlSession(_ session: URLSession, didCreateTask task: URLSessionTask) {
    DelegateCall.noteAbsence(of: .taskCreated, in: self)
  }

  /// Does nothing.
  public func urlSession(_ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask) {
    DelegateCall.noteAbsence(of: .taskWaits, in: self)
  }

  /// Does nothing.
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    DelegateCall.noteAbsence(of: .taskSentBody, in: self)
  }

  /// Does nothing.
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceiveInformationalResponse response: HTTPURLResponse
  ) {
    DelegateCall.noteAbsence(of: .taskInformational, in: self)
  }

  /// Does nothing.
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
  ) {
    DelegateCall.noteAbsence(of: .taskMetrics, in: self)
  }

  /// Does nothing.
  public func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    DelegateCall.noteAbsence(of: .taskCompleted, in: self)
  }
}

extension URLSessionTaskDelegate {
  /// Answers as the `async` form does.
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, willBeginDelayedRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLSession.DelayedRequestDisposition, URLRequest?) -> Void
  ) {
    guard !DelegateCall.noteAbsence(of: .taskWillBeginDelayed, in: self) else { return }
    Task {
      let (disposition, request) = await urlSession(session, task: task, willBeginDelayedRequest: request)
      completionHandler(disposition, request)
    }
  }

  /// Answers as the form with a completion handler does, otherwise `.continueLoading`.
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, willBeginDelayedRequest request: URLRequest
  ) async -> (URLSession.DelayedRequestDisposition, URLRequest?) {
    let answer: DelayedRequestAnswer? = await DelegateCall.forward(.taskWillBeginDelayed, of: self) { completion in
      urlSession(session, task: task, willBeginDelayedRequest: request) {
        completion(DelayedRequestAnswer(disposition: $0, request: $1))
      }
    }
    return (answer?.disposition ?? .continueLoading, answer?.request)
  }

  /// Answers as the `async` form does.
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    guard !DelegateCall.noteAbsence(of: .taskRedirect, in: self) else { return }
    Task {
      completionHandler(
        await urlSession(session, task: task, willPerformHTTPRedirection: response, newRequest: request))
    }
  }

  /// Answers as the form with a completion handler does, otherwise `request`.
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest
  ) async -> URLRequest? {
    let answer: URLRequest?? = await DelegateCall.forward(.taskRedirect, of: self) { completion in
      urlSession(session, task: task, willPerformHTTPRedirection: response, newRequest: request) { completion($0) }
    }
    return answer ?? request
  }

  /// Answers as the `async` form does.
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    guard !DelegateCall.noteAbsence(of: .taskChallenge, in: self) else { return }
    Task {
      let (disposition, credential) = await urlSession(session, task: task, didReceive: challenge)
      completionHandler(disposition, credential)
    }
  }

  /// Answers as the form with a completion handler does, otherwise `.performDefaultHandling`.
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
    let answer: AuthenticationAnswer? = await DelegateCall.forward(.taskChallenge, of: self) { completion in
      urlSession(session, task: task, didReceive: challenge) {
        completion(AuthenticationAnswer(disposition: $0, credential: $1))
      }
    }
    return (answer?.disposition ?? .performDefaultHandling, answer?.credential)
  }
}

extension URLSessionTaskDelegate {
  /// Answers as the `async` form does.
  public func urlSession(
    _ session: URLSession, task: URLSessionTask,
    needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
  ) {
    guard !DelegateCall.noteAbsence(of: .taskNeedsBody, in: self) else { return }
    Task { completionHandler(await urlSession(session, needNewBodyStreamForTask: task)) }
  }

  /// Answers as the form with a completion handler does, otherwise `nil`.
  public func urlSession(_ session: URLSession, needNewBodyStreamForTask task: URLSessionTask) async -> InputStream? {
    let answer: BodyStreamAnswer? = await DelegateCall.forward(.taskNeedsBody, of: self) { completion in
      urlSession(session, task: task, needNewBodyStream: { completion(BodyStreamAnswer(stream: $0)) })
    }
    return answer?.stream
  }

  /// Answers as the `async` form does.
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, needNewBodyStreamFrom offset: Int64,
    completionHandler: @escaping @Sendable (InputStream?) -> Void
  ) {
    guard !DelegateCall.noteAbsence(of: .taskNeedsBodyFrom, in: self) else { return }
    Task { completionHandler(await urlSession(session, needNewBodyStreamForTask: task, from: offset)) }
  }

  /// Answers as the form with a completion handler does, otherwise `nil`.
  public func urlSession(
    _ session: URLSession, needNewBodyStreamForTask task: URLSessionTask, from offset: Int64
  ) async -> InputStream? {
    let answer: BodyStreamAnswer? = await DelegateCall.forward(.taskNeedsBodyFrom, of: self) { completion in
      urlSession(session, task: task, needNewBodyStreamFrom: offset) { completion(BodyStreamAnswer(stream: $0)) }
    }
    return answer?.stream
  }
}

/// A delegate's decision about a delayed request, with another request if it gives one.
struct DelayedRequestAnswer: Sendable {
  var disposition: URLSession.DelayedRequestDisposition
  var request: URLRequest?
}

/// The stream a delegate gave for a body.
struct BodyStreamAnswer: @unchecked Sendable {  // the stream is handed over: its giver does not touch it again
  var stream: InputStream?
}
