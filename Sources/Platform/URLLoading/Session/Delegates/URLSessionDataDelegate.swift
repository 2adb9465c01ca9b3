// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking

/// The methods by which a delegate hears of data and upload tasks.
public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
  /// The head of the response has come; the body waits for the disposition.
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void)

  /// The head of the response has come; the body waits for the disposition.
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse
  ) async -> URLSession.ResponseDisposition

  /// The data task has become a download task, as the delegate asked.
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didBecome downloadTask: URLSessionDownloadTask)

  /// More of the body has come. A delegate that takes its time slows the server down; nothing piles up.
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)

  /// The response can be cached: give what is to be stored, or `nil`.
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse,
    completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void)

  /// The response can be cached: give what is to be stored, or `nil`.
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse
  ) async -> CachedURLResponse?
}
