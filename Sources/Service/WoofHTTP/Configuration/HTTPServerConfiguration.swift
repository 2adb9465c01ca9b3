// SPDX-License-Identifier: Apache-2.0

/// The listeners of a server, the fields that every response of it carries, and its limits.
public struct HTTPServerConfiguration: Sendable {
  /// The addresses to listen on. Default: none.
  public var listeners: [HTTPListener]
  /// Fields that every answer carries, beside those that the server adds by itself. Default: none.
  public var commonFields: HTTPFields
  /// The limits; each is on by default.
  public var limits: HTTPServerLimits
  /// The proxies that may name the client of a request. Default: none.
  public var proxies = TrustedProxies()
  /// The hosts that requests may name; ``HTTPRequest/isMisdirected`` tells of others. Default: any.
  public var hosts: HTTPHostRule?
  /// Fields that every answer to a client over an encrypted connection carries, beside ``commonFields``. Default: none.
  public var secureFields = HTTPFields()

  /// Makes a configuration.
  public init(
    listeners: [HTTPListener] = [], commonFields: HTTPFields = HTTPFields(),
    limits: HTTPServerLimits = HTTPServerLimits()
  ) {
    self.listeners = listeners
    self.commonFields = commonFields
    self.limits = limits
  }
}

/// One thing that a server listens on.
public struct HTTPListener: Sendable {
  /// The address at which connections come in.
  public var address: Address
  /// The encryption of the connections; `nil` for plain HTTP.
  public var tls: TLSConfiguration?
  /// `true` if every connection begins with a header of the PROXY protocol, version 1 or 2, which gives the client's
  /// address. Default: `false`.
  ///
  /// Connections without the header are refused, as are those of peers other than ``HTTPServerConfiguration/proxies``.
  public var takesProxyHeader: Bool

  /// Makes a listener.
  public init(_ address: Address, tls: TLSConfiguration? = nil, takesProxyHeader: Bool = false) {
    self.address = address
    self.tls = tls
    self.takesProxyHeader = takesProxyHeader
  }

  /// An address at which connections come in.
  public enum Address: Hashable, Sendable {
    /// A TCP port of an address or a host name; port 0 takes a free one. All addresses of a name are listened on.
    case tcp(host: String, port: Int)
    /// A Unix socket with the permissions of its file. A socket file that nobody listens on any more is replaced.
    case unix(path: String, mode: UInt16 = 0o600)
    /// A listening socket that the process was started with; see ``SystemdSockets``. The server closes it in the end.
    case inherited(descriptor: Int32)
  }
}

/// An address at which a server listens, as the system gives it.
public enum HTTPBoundAddress: Hashable, Sendable, CustomStringConvertible {
  /// A TCP port of an IPv4 or IPv6 address, without brackets.
  case tcp(address: String, port: Int, isSecure: Bool)
  /// A Unix socket.
  case unix(path: String, isSecure: Bool)

  /// A URL for TCP, `unix:` and the path for a Unix socket.
  public var description: String {
    switch self {
    case .tcp(let address, let port, let isSecure):
      "\(isSecure ? "https" : "http")://\(address.contains(":") ? "[\(address)]" : address):\(port)"
    case .unix(let path, _): "unix:\(path)"
    }
  }
}
