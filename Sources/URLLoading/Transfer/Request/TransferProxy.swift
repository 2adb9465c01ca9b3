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
