// SPDX-License-Identifier: Apache-2.0
// Written by script/generate from the protocols in Session/Delegates.

public import Foundation
public import FoundationNetworking

extension URLSessionDataDelegate {
  /// Replies as the `async` form does.
  public func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    guard !DelegateCall.noteAbsence(of: .dataResponse, in: self) else { return }
    Task {
      let reply = await urlSession(session, dataTask: dataTask, didReceive: response)
      completionHandler(reply)
    }
  }

  /// Replies as the form with a completion handler does, otherwise `.allow`.
  public func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse
  ) async -> URLSession.ResponseDisposition {
    let reply: URLSession.ResponseDisposition? = await DelegateCall.forward(.dataResponse, of: self) { completion in
      urlSession(session, dataTask: dataTask, didReceive: response, completionHandler: completion)
    }
    return reply ?? .allow
  }

  /// Does nothing.
  public func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didBecome downloadTask: URLSessionDownloadTask
  ) {
    DelegateCall.noteAbsence(of: .dataBecameDownload, in: self)
  }

  /// Does nothing.
  public func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    DelegateCall.noteAbsence(of: .dataReceived, in: self)
  }

  /// Replies as the `async` form does.
  public func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse,
    completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
  ) {
    guard !DelegateCall.noteAbsence(of: .dataWillCache, in: self) else { return }
    Task {
      let reply = await urlSession(session, dataTask: dataTask, willCacheResponse: proposedResponse)
      completionHandler(reply)
    }
  }

  /// Replies as the form with a completion handler does, otherwise `proposedResponse`.
  public func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse
  ) async -> CachedURLResponse? {
    let reply: CachedURLResponse?? = await DelegateCall.forward(.dataWillCache, of: self) { completion in
      urlSession(session, dataTask: dataTask, willCacheResponse: proposedResponse, completionHandler: completion)
    }
    return reply ?? proposedResponse
  }
}

extension URLSessionDelegate {
  /// Does nothing.
  public func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
    DelegateCall.noteAbsence(of: .sessionBecameInvalid, in: self)
  }

  /// Replies as the `async` form does.
  public func urlSession(
    _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    guard !DelegateCall.noteAbsence(of: .sessionChallenge, in: self) else { return }
    Task {
      let (disposition, credential) = await urlSession(session, didReceive: challenge)
      completionHandler(disposition, credential)
    }
  }

  /// Replies as the form with a completion handler does, otherwise `.performDefaultHandling`.
  public func urlSession(
    _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
    let reply: AuthenticationReply? = await DelegateCall.forward(.sessionChallenge, of: self) { completion in
      urlSession(
        session, didReceive: challenge,
        completionHandler: { completion(AuthenticationReply(disposition: $0, credential: $1)) })
    }
    return (reply?.disposition ?? .performDefaultHandling, reply?.credential)
  }

  /// Does nothing.
  public func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {}
}

extension URLSessionDownloadDelegate {
  /// Does nothing.
  public func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
    totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
  ) {
    DelegateCall.noteAbsence(of: .downloadWrote, in: self)
  }

  /// Does nothing.
  public func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask, didResumeAtOffset fileOffset: Int64,
    expectedTotalBytes: Int64
  ) {
    DelegateCall.noteAbsence(of: .downloadResumed, in: self)
  }
}

extension URLSessionTaskDelegate {
  /// Does nothing.
  public func urlSession(_ session: URLSession, didCreateTask task: URLSessionTask) {
    DelegateCall.noteAbsence(of: .taskCreated, in: self)
  }

  /// Replies as the `async` form does.
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

  /// Replies as the form with a completion handler does, otherwise `.continueLoading`.
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, willBeginDelayedRequest request: URLRequest
  ) async -> (URLSession.DelayedRequestDisposition, URLRequest?) {
    let reply: DelayedRequestReply? = await DelegateCall.forward(.taskWillBeginDelayed, of: self) { completion in
      urlSession(
        session, task: task, willBeginDelayedRequest: request,
        completionHandler: { completion(DelayedRequestReply(disposition: $0, request: $1)) })
    }
    return (reply?.disposition ?? .continueLoading, reply?.request)
  }

  /// Does nothing.
  public func urlSession(_ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask) {
    DelegateCall.noteAbsence(of: .taskWaits, in: self)
  }

  /// Replies as the `async` form does.
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    guard !DelegateCall.noteAbsence(of: .taskRedirect, in: self) else { return }
    Task {
      let reply = await urlSession(session, task: task, willPerformHTTPRedirection: response, newRequest: request)
      completionHandler(reply)
    }
  }

  /// Replies as the form with a completion handler does, otherwise `request`.
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest
  ) async -> URLRequest? {
    let reply: URLRequest?? = await DelegateCall.forward(.taskRedirect, of: self) { completion in
      urlSession(
        session, task: task, willPerformHTTPRedirection: response, newRequest: request, completionHandler: completion)
    }
    return reply ?? request
  }

  /// Replies as the `async` form does.
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

  /// Replies as the form with a completion handler does, otherwise `.performDefaultHandling`.
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
    let reply: AuthenticationReply? = await DelegateCall.forward(.taskChallenge, of: self) { completion in
      urlSession(
        session, task: task, didReceive: challenge,
        completionHandler: { completion(AuthenticationReply(disposition: $0, credential: $1)) })
    }
    return (reply?.disposition ?? .performDefaultHandling, reply?.credential)
  }

  /// Replies as the `async` form does.
  public func urlSession(
    _ session: URLSession, task: URLSessionTask,
    needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
  ) {
    guard !DelegateCall.noteAbsence(of: .taskNeedsBody, in: self) else { return }
    Task {
      let stream = await urlSession(session, needNewBodyStreamForTask: task)
      completionHandler(stream)
    }
  }

  /// Replies as the form with a completion handler does, otherwise `nil`.
  public func urlSession(_ session: URLSession, needNewBodyStreamForTask task: URLSessionTask) async -> InputStream? {
    let reply: BodyStreamReply? = await DelegateCall.forward(.taskNeedsBody, of: self) { completion in
      urlSession(session, task: task, needNewBodyStream: { completion(BodyStreamReply(stream: $0)) })
    }
    return reply?.stream
  }

  /// Replies as the `async` form does.
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, needNewBodyStreamFrom offset: Int64,
    completionHandler: @escaping @Sendable (InputStream?) -> Void
  ) {
    guard !DelegateCall.noteAbsence(of: .taskNeedsBodyFrom, in: self) else { return }
    Task {
      let stream = await urlSession(session, needNewBodyStreamForTask: task, from: offset)
      completionHandler(stream)
    }
  }

  /// Replies as the form with a completion handler does, otherwise `nil`.
  public func urlSession(
    _ session: URLSession, needNewBodyStreamForTask task: URLSessionTask, from offset: Int64
  ) async -> InputStream? {
    let reply: BodyStreamReply? = await DelegateCall.forward(.taskNeedsBodyFrom, of: self) { completion in
      urlSession(
        session, task: task, needNewBodyStreamFrom: offset,
        completionHandler: { completion(BodyStreamReply(stream: $0)) })
    }
    return reply?.stream
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
