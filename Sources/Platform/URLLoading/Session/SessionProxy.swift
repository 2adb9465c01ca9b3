// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The proxies of a session, by the scheme they are for.
struct SessionProxy: Sendable {
  private let byScheme: [String: TransferProxyServer]
  private let exceptions: ProxyExceptions

  /// Reads the keys that Apple documents for `connectionProxyDictionary`.
  ///
  /// - Parameter environment: What decides where there is no dictionary.
  init(_ dictionary: [AnyHashable: Any]?, environment: @autoclosure () -> [String: String]) {
    guard let dictionary else {
      let environment = ProxyEnvironment(environment())
      exceptions = environment.exceptions
      byScheme = ["http", "https"].reduce(into: [:]) { $0[$1] = environment.server(for: $1) }
      return
    }
    exceptions = ProxyExceptions(
      dictionary["ExceptionsList"] as? [String] ?? [],
      exceptsSimpleNames: (Self.number(dictionary["ExcludeSimpleHostnames"]) ?? 0) != 0)
    let socks = Self.server("SOCKS", .socks5, port: 1080, in: dictionary)
    byScheme = ["http": 80, "https": 443].reduce(into: [:]) { servers, entry in
      let (scheme, port) = entry
      servers[scheme] = Self.server(scheme.uppercased(), .http, port: port, in: dictionary) ?? socks
    }
  }

  /// The proxy on the way to a URL, with the credential that the configuration or the environment has for it; `nil`
  /// where the URL is reached directly.
  func server(for url: URL) -> TransferProxyServer? {
    guard !byScheme.isEmpty, let scheme = url.scheme?.lowercased(), let server = byScheme[scheme] else { return nil }
    return exceptions.contains(url.host() ?? "") ? nil : server
  }

  private static func server(
    _ prefix: String, _ kind: TransferProxyServer.Kind, port: Int, in dictionary: [AnyHashable: Any]
  ) -> TransferProxyServer? {
    let isEnabled = (number(dictionary["\(prefix)Enable"]) ?? 0) != 0
    guard isEnabled, let host = dictionary["\(prefix)Proxy"] as? String else { return nil }
    var server = TransferProxyServer(kind: kind, host: host, port: number(dictionary["\(prefix)Port"]) ?? port)
    if let user = dictionary["\(prefix)User"] as? String {
      server.credential = TransferProxyServer.Credential(
        user: user, password: dictionary["\(prefix)Password"] as? String ?? "")
    }
    return server
  }

  private static func number(_ value: Any?) -> Int? {
    switch value {
    case let value as Int: value
    case let value as Bool: value ? 1 : 0
    case let value as NSNumber: value.intValue
    case let value as String: Int(value)
    default: nil
    }
  }
}
