// SPDX-License-Identifier: Apache-2.0

import Foundation
import URLLoading

/// A session with no memory of others.
func freshSession(
  _ delegate: (any URLSessionDelegate)? = nil, _ configure: (URLSessionConfiguration) -> Void = { _ in }
) -> URLSession {
  let configuration = URLSessionConfiguration.ephemeral
  configuration.connectionProxyDictionary = [:]
  configure(configuration)
  return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
}

extension ScriptedServer {
  /// The URL of a path.
  func address(_ path: String = "/") throws -> URL {
    guard let address = URL(string: url(path)) else { throw URLError(.badURL) }
    return address
  }
}

extension URLResponse {
  var status: Int? { (self as? HTTPURLResponse)?.statusCode }
}
