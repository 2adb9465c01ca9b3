// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking

/// The methods by which a delegate hears of data and upload tasks.
public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
  /// The head of the response has come; the body waits for the answer.
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void)

  /// The head of the response has come; the body waits for the answer.
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse
  ) async -> URLSession.ResponseDisposition

  /// The data task has become a download task, as the delegate asked.
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didBecome downloadTask: URLSessionDownloadTask)

  /// More of the body has come. A delegate that takes its time slows the server down; nothing piles up.
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)

  /// The response can be cached: answer with what is to be stored, or `nil`.
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse,
    completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void)

  /// The response can be cached: answer with what is to be stored, or `nil`.
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse
  ) async -> CachedURLResponse?
}

extension URLSessionDataDelegate {
  /// Answers as the `async` form does.
  public func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    guard !DelegateCall.noteAbsence(of: .dataResponse, in: self) else { return }
    Task { completionHandler(await urlSession(session, dataTask: dataTask, didReceive: response)) }
  }

  /// Answers as the form with a completion handler does, otherwise `.allow`.
  public func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse
  ) async -> URLSession.ResponseDisposition {
    let answer: URLSession.ResponseDisposition? = await DelegateCall.forward(.dataResponse, of: self) { completion in
      urlSession(session, dataTask: dataTask, didReceive: response) { completion($0) }
    }
    return answer ?? .allow
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

  /// Answers as the `async` form does.
  public func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse,
    completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
  ) {
    guard !DelegateCall.noteAbsence(of: .dataWillCache, in: self) else { return }
    Task { completionHandler(await urlSession(session, dataTask: dataTask, willCacheResponse: proposedResponse)) }
  }

  /// Answers as the form with a completion handler does, otherwise `proposedResponse`.
  public func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse
  ) async -> CachedURLResponse? {
    let answer: CachedURLResponse?? = await DelegateCall.forward(.dataWillCache, of: self) { completion in
      urlSession(session, dataTask: dataTask, willCacheResponse: proposedResponse) { completion($0) }
    }
    return answer ?? proposedResponse
  }
}
