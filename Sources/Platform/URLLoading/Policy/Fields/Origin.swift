// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Scheme, host and port of a URL (RFC 6454 §4): what credentials do not leave.
struct Origin: Hashable, Sendable {
  let scheme: String
  let host: String
  let port: Int

  init(scheme: String, host: String, port: Int) {
    self.scheme = scheme.lowercased()
    self.host = host.lowercased()
    self.port = port
  }

  /// The origin of a URL; none where it names no host, or no port and a scheme whose port is not known.
  init?(_ url: URL) {
    guard let scheme = url.scheme?.lowercased(), let host = url.host(), !host.isEmpty else { return nil }
    guard let port = url.port ?? Self.defaultPort(of: scheme) else { return nil }
    self.init(scheme: scheme, host: host, port: port)
  }

  /// Returns `true` if both URLs are known to be of one origin.
  static func isSame(_ left: URL?, _ right: URL?) -> Bool {
    guard let left = left.flatMap(Origin.init), let right = right.flatMap(Origin.init) else { return false }
    return left == right
  }

  private static func defaultPort(of scheme: String) -> Int? {
    switch scheme {
    case "http", "ws": 80
    case "https", "wss": 443
    default: nil
    }
  }
}
