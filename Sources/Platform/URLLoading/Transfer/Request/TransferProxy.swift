// SPDX-License-Identifier: Apache-2.0

/// The way to a server.
enum TransferProxy: Hashable, Sendable {
  /// Directly, whatever the environment says.
  case direct
  case server(TransferProxyServer)
  /// Over a Unix socket of this machine, of this path, whatever host the URL names.
  case socket(path: String)
}

/// A server that passes requests on.
struct TransferProxyServer: Hashable, Sendable {
  /// The protocol that the proxy speaks.
  enum Kind: Hashable, Sendable {
    /// HTTP: `CONNECT` for `https` URLs.
    case http
    /// HTTP over TLS.
    case https
    /// SOCKS 4a; the proxy resolves names.
    case socks4
    /// SOCKS 5; the proxy resolves names.
    case socks5
  }

  /// With what the proxy is told who is there.
  struct Credential: Hashable, Sendable {
    /// The scheme by which the credential is sent to a proxy that speaks HTTP.
    enum Scheme: Hashable, Sendable {
      /// With every request that the proxy sees (RFC 7617).
      case basic
      /// By a reply to the proxy's challenge (RFC 7616).
      case digest
    }

    var scheme = Scheme.basic
    var user: String
    var password: String
  }

  var kind = Kind.http
  var host: String
  var port: Int
  var credential: Credential?

  /// `true` if the proxy speaks HTTP, so that it sees requests, and may respond to them itself.
  var speaksHTTP: Bool { kind == .http || kind == .https }
}

extension TransferProxy {
  /// `true` if libcurl replies to the proxy's challenge itself, with Digest.
  var usesDigest: Bool {
    guard case .server(let server) = self else { return false }
    return server.speaksHTTP && server.credential?.scheme == .digest
  }

  /// `true` if the connection goes through a proxy server.
  var isProxy: Bool { if case .server = self { true } else { false } }

  /// `true` if the connection to the proxy uses TLS; `false` if there is no proxy.
  var speaksTLS: Bool {
    guard case .server(let server) = self else { return false }
    return server.kind == .https
  }

  /// The path of a Unix socket, where the way is one.
  var socketPath: String? {
    guard case .socket(let path) = self else { return nil }
    return path
  }
}
