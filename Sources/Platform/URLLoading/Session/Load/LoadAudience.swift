// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Synchronization

/// The delegates that are told of one task, and asked about it: the task's own first, then the session's.
///
/// Those of the session do not hear of a response that goes to a handler.
struct LoadAudience: Sendable {
  /// The receiver of the response.
  private enum Receiver: Sendable {
    case delegate, data, file, bytes
  }

  /// The task of which delegates hear: a download task from the moment on that a data task becomes one.
  private(set) var task: URLSessionTask
  let session: URLSession
  private let receiver: Receiver

  init(of task: URLSessionTask, in session: URLSession, _ delivery: LoadPlan.Delivery) {
    self.task = task
    self.session = session
    receiver =
      switch delivery {
      case .delegate: .delegate
      case .data: .data
      case .file: .file
      case .bytes: .bytes
      }
  }

  private var core: SessionCore { session.core }

  /// `true` if there is no delegate.
  var isEmpty: Bool { task.delegate == nil && core.delegate == nil }

  /// Goes on with another task, which the data task has become.
  mutating func becomeDownload(_ download: URLSessionDownloadTask) {
    let dataTask = task
    task = download
    guard let dataTask = dataTask as? URLSessionDataTask else { return }
    tell(.dataBecameDownload, (any URLSessionDataDelegate).self) { [session] delegate in
      delegate.urlSession(session, dataTask: dataTask, didBecome: download)
    }
  }

  /// The delegates that may hear of a method, in order.
  func listeners<Kind: Sendable>(_ method: DelegateMethod, _ kind: Kind.Type) -> [Kind] {
    let (own, ofSession) = (task.delegate, core.delegate)
    guard own != nil || ofSession != nil else { return [] }
    var listeners: [Kind] = []
    if let own, !isWithheldFromOwn(method), DelegateShape.of(own).form(of: method) != .absent, let own = own as? Kind {
      listeners.append(own)
    }
    if let ofSession, !isWithheldFromSession(method), DelegateShape.of(ofSession).form(of: method) != .absent,
      let delegate = ofSession as? Kind
    {
      listeners.append(delegate)
    }
    return listeners
  }

  private func isWithheldFromSession(_ method: DelegateMethod) -> Bool {
    guard receiver != .delegate else { return false }
    return switch method {
    case .taskCompleted, .dataResponse, .dataBecameDownload, .dataReceived, .dataWillCache, .downloadFinished,
      .downloadWrote, .downloadResumed:
      true
    default: false
    }
  }

  /// Returns `true` if the task's own delegate is not told, because the task's creator gets the same content in another
  /// way.
  private func isWithheldFromOwn(_ method: DelegateMethod) -> Bool {
    switch receiver {
    case .delegate: false
    case .bytes: method == .dataReceived || method == .downloadFinished
    case .data, .file: method == .downloadFinished
    }
  }
}

// MARK: - Telling

extension LoadAudience {
  /// Tells the first delegate that has the method, on the delegate queue.
  private func tell<Kind: Sendable>(
    _ method: DelegateMethod, _ kind: Kind.Type, _ send: @escaping @Sendable (Kind) -> Void
  ) {
    let messages = messages(method, kind, send)
    guard !messages.isEmpty else { return }
    core.delegateQueue.enqueue { _ = messages.contains { $0.isTaken() } }
  }

  private func messages<Kind: Sendable>(
    _ method: DelegateMethod, _ kind: Kind.Type, _ send: @escaping @Sendable (Kind) -> Void
  ) -> [DelegateMessage] {
    listeners(method, kind).compactMap { listener in
      guard let delegate = listener as? any URLSessionDelegate else { return nil }
      return DelegateMessage(method: method, delegate: delegate) { send(listener) }
    }
  }

  /// The task waits until its server can be reached.
  func tellOfWaiting() {
    tell(.taskWaits, (any URLSessionTaskDelegate).self) { [session, task] delegate in
      delegate.urlSession(session, taskIsWaitingForConnectivity: task)
    }
  }

  /// `true` if a delegate hears of interim responses.
  var hearsInformational: Bool { !listeners(.taskInformational, (any URLSessionTaskDelegate).self).isEmpty }

  /// An interim response has come.
  func tell(of response: HTTPURLResponse) {
    tell(.taskInformational, (any URLSessionTaskDelegate).self) { [session, task] delegate in
      delegate.urlSession(session, task: task, didReceiveInformationalResponse: response)
    }
  }

  /// More of the request's body has been sent.
  func tell(of report: SentContent.Report) {
    let expected = report.total ?? NSURLSessionTransferSizeUnknown
    tell(.taskSentBody, (any URLSessionTaskDelegate).self) { [session, task] delegate in
      delegate.urlSession(
        session, task: task, didSendBodyData: report.new, totalBytesSent: report.count,
        totalBytesExpectedToSend: expected)
    }
  }

  /// Content of the response is handed over whole, to a handler or an `async` call: the task's own delegate hears of it.
  func tellOwn(of data: Data) {
    guard let task = task as? URLSessionDataTask, !data.isEmpty, task.delegate is any URLSessionDataDelegate else {
      return
    }
    tell(.dataReceived, (any URLSessionDataDelegate).self) { [session] delegate in
      delegate.urlSession(session, dataTask: task, didReceive: data)
    }
  }

  /// `true` if a delegate takes the content of the response.
  var takesContent: Bool { !listeners(.dataReceived, (any URLSessionDataDelegate).self).isEmpty }

  /// Hands gathered content over; the load goes on when there is room for more.
  func hand(_ content: DelegateContent, of load: Load) {
    guard let task = task as? URLSessionDataTask else { return }
    let session = session
    let listeners = listeners(.dataReceived, (any URLSessionDataDelegate).self)
    core.delegateQueue.enqueue { [weak load] in
      let (data, resumes) = content.take()
      _ = listeners.contains { delegate in
        DelegateMessage(method: .dataReceived, delegate: delegate) {
          delegate.urlSession(session, dataTask: task, didReceive: data)
        }.isTaken()
      }
      if resumes { load?.resumeContent() }
    }
  }

  /// The rest of an earlier download is coming.
  func tellOfResuming(at offset: Int64, of total: Int64) {
    guard let task = task as? URLSessionDownloadTask else { return }
    tell(.downloadResumed, (any URLSessionDownloadDelegate).self) { [session] delegate in
      delegate.urlSession(session, downloadTask: task, didResumeAtOffset: offset, expectedTotalBytes: total)
    }
  }

  /// Content has been written to the file of a download.
  func tellOfWriting(_ count: Int64, inAll total: Int64, of expected: Int64) {
    guard let task = task as? URLSessionDownloadTask else { return }
    tell(.downloadWrote, (any URLSessionDownloadDelegate).self) { [session] delegate in
      delegate.urlSession(
        session, downloadTask: task, didWriteData: count, totalBytesWritten: total, totalBytesExpectedToWrite: expected)
    }
  }

  /// The last messages of a task, in order; each is for the first delegate that has its method.
  ///
  /// - Parameter file: The file of a download that has succeeded, which is removed when its delegate has returned; `nil`
  ///   if there is none.
  func lastMessages(
    _ file: DownloadFile?, _ measurements: LoadMeasurements, redirectCount: Int, _ error: (any Error)?
  ) -> [[DelegateMessage]] {
    guard !isEmpty else {
      file?.remove()
      return []
    }
    var all: [[DelegateMessage]] = []
    if let file { all.append(fileMessages(file)) }
    if !listeners(.taskMetrics, (any URLSessionTaskDelegate).self).isEmpty {
      let metrics = URLSessionTaskMetrics(measurements, redirectCount: redirectCount)
      all.append(
        messages(.taskMetrics, (any URLSessionTaskDelegate).self) { [session, task] in
          $0.urlSession(session, task: task, didFinishCollecting: metrics)
        })
    }
    all.append(
      messages(.taskCompleted, (any URLSessionTaskDelegate).self) { [session, task] in
        $0.urlSession(session, task: task, didCompleteWithError: error)
      })
    return all.filter { !$0.isEmpty }
  }

  private func fileMessages(_ file: DownloadFile) -> [DelegateMessage] {
    guard let task = task as? URLSessionDownloadTask else { return [] }
    let messages = messages(.downloadFinished, (any URLSessionDownloadDelegate).self) { [session] delegate in
      delegate.urlSession(session, downloadTask: task, didFinishDownloadingTo: file.url)
      file.remove()
    }
    if messages.isEmpty { file.remove() }
    return messages
  }
}

// MARK: - Asking

extension LoadAudience {
  /// Asks for the request to begin with, after the date before which the task was not to begin.
  func questions(aboutDelayed request: URLRequest) -> [DelegateQuestion<DelayedRequestReply>] {
    let (session, task) = (session, task)
    return listeners(.taskWillBeginDelayed, (any URLSessionTaskDelegate).self).map { delegate in
      DelegateQuestion(method: .taskWillBeginDelayed, delegate: delegate) { completion in
        delegate.urlSession(session, task: task, willBeginDelayedRequest: request) {
          completion(DelayedRequestReply(disposition: $0, request: $1))
        }
      } asynchronous: {
        let (disposition, request) = await delegate.urlSession(session, task: task, willBeginDelayedRequest: request)
        return DelayedRequestReply(disposition: disposition, request: request)
      }
    }
  }

  /// Asks for a stream as the body.
  ///
  /// - Parameter offset: The position in the whole content at which the stream is to begin, in bytes.
  func questions(aboutStreamFrom offset: Int64) -> [DelegateQuestion<BodyStreamReply>] {
    let (session, task) = (session, task)
    guard offset > 0 else {
      return listeners(.taskNeedsBody, (any URLSessionTaskDelegate).self).map { delegate in
        DelegateQuestion(method: .taskNeedsBody, delegate: delegate) { completion in
          delegate.urlSession(session, task: task, needNewBodyStream: { completion(BodyStreamReply(stream: $0)) })
        } asynchronous: {
          BodyStreamReply(stream: await delegate.urlSession(session, needNewBodyStreamForTask: task))
        }
      }
    }
    return listeners(.taskNeedsBodyFrom, (any URLSessionTaskDelegate).self).map { delegate in
      DelegateQuestion(method: .taskNeedsBodyFrom, delegate: delegate) { completion in
        delegate.urlSession(session, task: task, needNewBodyStreamFrom: offset) {
          completion(BodyStreamReply(stream: $0))
        }
      } asynchronous: {
        BodyStreamReply(stream: await delegate.urlSession(session, needNewBodyStreamForTask: task, from: offset))
      }
    }
  }

  /// Asks for the request that follows a redirect.
  func questions(about response: HTTPURLResponse, to request: URLRequest) -> [DelegateQuestion<URLRequest?>] {
    let (session, task) = (session, task)
    return listeners(.taskRedirect, (any URLSessionTaskDelegate).self).map { delegate in
      DelegateQuestion(method: .taskRedirect, delegate: delegate) { completion in
        delegate.urlSession(
          session, task: task, willPerformHTTPRedirection: response, newRequest: request, completionHandler: completion)
      } asynchronous: {
        await delegate.urlSession(session, task: task, willPerformHTTPRedirection: response, newRequest: request)
      }
    }
  }

  /// Asks for a credential.
  func questions(about challenge: URLAuthenticationChallenge) -> [DelegateQuestion<AuthenticationReply>] {
    let (session, task) = (session, task)
    return listeners(.taskChallenge, (any URLSessionTaskDelegate).self).map { delegate in
      DelegateQuestion(method: .taskChallenge, delegate: delegate) { completion in
        delegate.urlSession(session, task: task, didReceive: challenge) {
          completion(AuthenticationReply(disposition: $0, credential: $1))
        }
      } asynchronous: {
        let (disposition, credential) = await delegate.urlSession(session, task: task, didReceive: challenge)
        return AuthenticationReply(disposition: disposition, credential: credential)
      }
    }
  }

  /// `true` if a delegate may be asked about certificates.
  var mayBeAskedForTrust: Bool {
    !listeners(.sessionChallenge, (any URLSessionDelegate).self).isEmpty
      || !listeners(.taskChallenge, (any URLSessionTaskDelegate).self).isEmpty
  }

  /// Asks about a certificate: each delegate by its method for sessions first, then by the one for tasks.
  func trustQuestions(_ challenge: URLAuthenticationChallenge) -> [DelegateQuestion<AuthenticationReply>] {
    let session = session
    let ofSession = listeners(.sessionChallenge, (any URLSessionDelegate).self).map { delegate in
      DelegateQuestion<AuthenticationReply>(method: .sessionChallenge, delegate: delegate) { completion in
        delegate.urlSession(session, didReceive: challenge) {
          completion(AuthenticationReply(disposition: $0, credential: $1))
        }
      } asynchronous: {
        let (disposition, credential) = await delegate.urlSession(session, didReceive: challenge)
        return AuthenticationReply(disposition: disposition, credential: credential)
      }
    }
    let ofTask = questions(about: challenge)
    let own = task.delegate
    return ofSession.filter { $0.delegate === own } + ofTask.filter { $0.delegate === own }
      + ofSession.filter { $0.delegate !== own } + ofTask.filter { $0.delegate !== own }
  }

  /// Asks what becomes of the content of a response.
  func questions(about response: URLResponse) -> [DelegateQuestion<URLSession.ResponseDisposition>] {
    guard let task = task as? URLSessionDataTask else { return [] }
    let session = session
    return listeners(.dataResponse, (any URLSessionDataDelegate).self).map { delegate in
      DelegateQuestion(method: .dataResponse, delegate: delegate) { completion in
        delegate.urlSession(session, dataTask: task, didReceive: response, completionHandler: completion)
      } asynchronous: {
        await delegate.urlSession(session, dataTask: task, didReceive: response)
      }
    }
  }

  /// Asks for the response to be stored in the cache.
  func questions(aboutStoring proposed: CachedURLResponse) -> [DelegateQuestion<CachedURLResponse?>] {
    guard let task = task as? URLSessionDataTask else { return [] }
    let session = session
    return listeners(.dataWillCache, (any URLSessionDataDelegate).self).map { delegate in
      DelegateQuestion(method: .dataWillCache, delegate: delegate) { completion in
        delegate.urlSession(session, dataTask: task, willCacheResponse: proposed, completionHandler: completion)
      } asynchronous: {
        await delegate.urlSession(session, dataTask: task, willCacheResponse: proposed)
      }
    }
  }
}
