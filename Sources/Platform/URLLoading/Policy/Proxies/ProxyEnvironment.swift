// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The proxy settings of the environment, in the variables that libcurl reads too: `http_proxy` (in small letters only,
/// because a server that runs scripts sets `HTTP_PROXY` to a value of the client's), `https_proxy`, `all_proxy` and
/// `no_proxy`.
struct ProxyEnvironment: Sendable {
  private let variables: [String: String]

  init(_ variables: [String: String]) { self.variables = variables }

  /// Hosts that are reached directly.
  var exceptions: ProxyExceptions {
    let list = value(of: ["no_proxy", "NO_PROXY"]) ?? ""
    return ProxyExceptions(list.split { $0 == "," || $0 == " " }.map(String.init))
  }

  /// The proxy for URLs of a scheme, with the credential that stands in its URL.
  func server(for scheme: String) -> TransferProxyServer? {
    let names = scheme == "http" ? ["http_proxy"] : ["https_proxy", "HTTPS_PROXY"]
    return value(of: names + ["all_proxy", "ALL_PROXY"]).flatMap(Self.server)
  }

  private func value(of names: [String]) -> String? {
    names.lazy.compactMap { variables[$0] }.first
  }

  private static func server(_ text: String) -> TransferProxyServer? {
    guard !text.isEmpty, let parts = URLComponents(string: text.contains("://") ? text : "http://" + text),
      let host = parts.host, !host.isEmpty, let kind = kind(parts.scheme?.lowercased() ?? "")
    else { return nil }
    let port = parts.port ?? (kind == .https ? 443 : 1080)
    var server = TransferProxyServer(kind: kind, host: host, port: port)
    if let user = parts.user {
      server.credential = TransferProxyServer.Credential(user: user, password: parts.password ?? "")
    }
    return server
  }

  private static func kind(_ scheme: String) -> TransferProxyServer.Kind? {
    switch scheme {
    case "http": .http
    case "https": .https
    case "socks4", "socks4a": .socks4
    case "socks", "socks5", "socks5h": .socks5
    default: nil
    }
  }
}
