import Foundation

/// The way to a server.
enum TransferProxy: Hashable, Sendable {
  /// Directly, whatever the environment says.
  case direct
  case server(TransferProxyServer)
}

/// A server that passes requests on.
struct TransferProxyServer: Hashable, Sendable {
  /// How the proxy is talked to.
  enum Kind: Hashable, Sendable {
    /// HTTP: `CONNECT` for `https` URLs.
    case http
    /// HTTP over TLS.
    case https
    /// SOCKS 5; the proxy resolves names.
    case socks5
  }

  var kind = Kind.http
  var host: String
  var port: Int
  var user: String?
  var password: String?
  /// Hosts that are reached directly: names, with all names that end in them, or addresses.
  var exceptions: [String] = []
}

extension TransferProxyServer {
  /// Whether a host is reached directly.
  func excepts(host: String) -> Bool {
    let host = host.lowercased()
    return exceptions.contains { exception in
      let name = exception.lowercased().drop { $0 == "." }
      return exception == "*" || host == name || host.hasSuffix("." + name)
    }
  }
}

extension TransferRequest {
  /// Whether it goes through a proxy that it names itself.
  var namesProxy: Bool {
    guard case .server(let server) = proxy else { return false }
    return !server.excepts(host: URLComponents(string: url)?.host ?? "")
  }
}
