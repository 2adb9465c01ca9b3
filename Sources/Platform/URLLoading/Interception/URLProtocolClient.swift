// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking

/// A receiver of the response that a `URLProtocol` makes, of its content and of its end.
public protocol URLProtocolClient: NSObjectProtocol, Sendable {
  /// The request leads elsewhere; it is loaded from there if the delegate agrees.
  func urlProtocol(_ protocol: URLProtocol, wasRedirectedTo request: URLRequest, redirectResponse: URLResponse)

  /// The stored response is the answer.
  func urlProtocol(_ protocol: URLProtocol, cachedResponseIsValid cachedResponse: CachedURLResponse)

  /// The response has come.
  func urlProtocol(
    _ protocol: URLProtocol, didReceive response: URLResponse, cacheStoragePolicy policy: URLCache.StoragePolicy)

  /// More of the content has come.
  func urlProtocol(_ protocol: URLProtocol, didLoad data: Data)

  /// The answer is complete.
  func urlProtocolDidFinishLoading(_ protocol: URLProtocol)

  /// There is no answer, or no more of it.
  func urlProtocol(_ protocol: URLProtocol, didFailWithError error: any Error)

  /// Somebody asks who is there; the answer goes to the challenge's sender.
  func urlProtocol(_ protocol: URLProtocol, didReceive challenge: URLAuthenticationChallenge)

  /// The challenge needs no answer any more.
  func urlProtocol(_ protocol: URLProtocol, didCancel challenge: URLAuthenticationChallenge)
}
