// SPDX-License-Identifier: Apache-2.0

import Foundation
import URLLoading

/// Responds to `mock:` URLs and those of a host that is not there, in two pieces.
final class MockProtocol: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { request.url?.host == "mock.test" }

  override func startLoading() {
    guard let client, let url = request.url else { return }
    switch url.path {
    case "/fails": return client.urlProtocol(self, didFailWithError: URLError(.notConnectedToInternet))
    case "/redirects":
      guard let place = URL(string: "http://mock.test/end"),
        let response = HTTPURLResponse(url: url, statusCode: 302, httpVersion: nil, headerFields: nil)
      else { return }
      return client.urlProtocol(self, wasRedirectedTo: URLRequest(url: place), redirectResponse: response)
    default: break
    }
    guard let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil) else { return }
    client.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client.urlProtocol(self, didLoad: Data("abc".utf8))
    client.urlProtocol(self, didLoad: Data("def\n".utf8))
    guard url.path != "/breaks" else {
      return client.urlProtocol(self, didFailWithError: URLError(.networkConnectionLost))
    }
    client.urlProtocolDidFinishLoading(self)
  }
}
