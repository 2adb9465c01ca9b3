// SPDX-License-Identifier: Apache-2.0

import Foundation
import URLLoading

/// A session with no memory of others.
func freshSession(_ configure: (URLSessionConfiguration) -> Void = { _ in }) -> URLSession {
  let configuration = URLSessionConfiguration.ephemeral
  configuration.connectionProxyDictionary = [:]
  configure(configuration)
  return URLSession(configuration: configuration)
}
