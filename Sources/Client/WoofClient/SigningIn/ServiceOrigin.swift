// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Scheme, host and port of a service (RFC 9110 §4.3.1).
struct ServiceOrigin: Hashable, Sendable {
  /// The address, without a path.
  let url: URL
  /// The host, and the port where it is not the usual one.
  let host: String
  private let name: String
  private let port: Int
  private let isEncrypted: Bool
  private let isLoopback: Bool

  init(_ address: URL) {
    let scheme = address.scheme?.lowercased() ?? ""
    isEncrypted = scheme == "https"
    let usualPort = isEncrypted ? 443 : 80
    name = (address.host ?? "").lowercased()
    port = address.port ?? usualPort
    let shown = name.contains(":") ? "[\(name)]" : name
    isLoopback = Self.isLoopback(name)
    host = port == usualPort ? shown : "\(shown):\(port)"
    url = URL(string: "\(scheme)://\(host)") ?? address
  }

  /// `true` if nobody in between can read the requests: they are encrypted, or do not leave this machine.
  var isProtected: Bool { isEncrypted || isLoopback }

  func matches(host: String, port: Int) -> Bool {
    let host = host.lowercased().trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
    return host == name.trimmingCharacters(in: CharacterSet(charactersIn: "[]")) && port == self.port
  }

  private static func isLoopback(_ name: String) -> Bool {
    let name = name.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
    if name == "localhost" || name.hasSuffix(".localhost") || name == "::1" { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return parts.count == 4 && parts[0] == 127 && !parts.contains(nil)
  }
}
