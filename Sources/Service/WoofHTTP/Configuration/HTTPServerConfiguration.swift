// SPDX-License-Identifier: Apache-2.0

/// The listeners of a server, the fields that every response of it carries, and its limits.
package struct HTTPServerConfiguration: Sendable {
  /// The addresses to listen on. Default: none.
  package var listeners: [HTTPListener]
  /// Fields that every response carries, beside those that the server adds by itself. Default: none.
  package var commonFields: HTTPFields
  /// The limits; each is on by default.
  package var limits: HTTPServerLimits
  /// The proxies that may name the client of a request. Default: none.
  package var proxies = TrustedProxies()
  /// The hosts that requests may name; ``HTTPRequest/isMisdirected`` tells of others. Default: any.
  package var hosts: HTTPHostRule?
  /// `true`, the default, if HTTP/2 is spoken where the client asks for it: by ALPN, or over a plain connection from this
  /// machine by its preface.
  package var speaksHTTP2 = true
  /// Fields that responses to a client over an encrypted connection carry, beside ``commonFields``. Default: none.
  package var secureFields = HTTPFields()

  /// Makes a configuration.
  package init(
    listeners: [HTTPListener] = [], commonFields: HTTPFields = HTTPFields(),
    limits: HTTPServerLimits = HTTPServerLimits()
  ) {
    self.listeners = listeners
    self.commonFields = commonFields
    self.limits = limits
  }

  /// The listeners, of which none offers HTTP/2 in ALPN where it is not spoken.
  var offeredListeners: [HTTPListener] {
    guard !speaksHTTP2 else { return listeners }
    return listeners.map { listener in
      var listener = listener
      listener.tls?.applicationProtocols.removeAll { $0 == ApplicationProtocols.http2 }
      return listener
    }
  }
}

/// One thing that a server listens on.
package struct HTTPListener: Sendable {
  /// The address at which connections come in.
  package var address: Address
  /// The encryption of the connections; `nil` for plain HTTP.
  package var tls: TLSConfiguration?
  /// `true` if every connection begins with a header of the PROXY protocol, version 1 or 2, which gives the client's
  /// address. Default: `false`.
  ///
  /// Connections without the header are refused, as are those of peers other than ``HTTPServerConfiguration/proxies``.
  package var takesProxyHeader: Bool

  /// Makes a listener.
  package init(_ address: Address, tls: TLSConfiguration? = nil, takesProxyHeader: Bool = false) {
    self.address = address
    self.tls = tls
    self.takesProxyHeader = takesProxyHeader
  }

  /// An address at which connections come in.
  package enum Address: Hashable, Sendable {
    /// A TCP port of an address or a host name; port 0 takes a free one. All addresses of a name are listened on.
    case tcp(host: String, port: Int)
    /// A Unix socket with the permissions of its file. A socket file that nobody listens on any more is replaced.
    case unix(path: String, mode: UInt16 = 0o600)
    /// A listening socket that the process was started with; see ``SystemdSocket``. The server closes it in the end.
    case inherited(descriptor: Int32)
  }
}

/// An address at which a server listens, as the system gives it.
package enum HTTPBoundAddress: Hashable, Sendable, CustomStringConvertible {
  /// A TCP port of an IPv4 or IPv6 address, without brackets.
  case tcp(address: String, port: Int, isSecure: Bool)
  /// A Unix socket.
  case unix(path: String, isSecure: Bool)

  /// A URL for TCP, `unix:` and the path for a Unix socket.
  package var description: String {
    switch self {
    case .tcp(let address, let port, let isSecure):
      "\(isSecure ? "https" : "http")://\(address.contains(":") ? "[\(address)]" : address):\(port)"
    case .unix(let path, _): "unix:\(path)"
    }
  }
}

/// The limits of a server. The defaults are safe on the open internet.
package struct HTTPServerLimits: Hashable, Sendable {
  /// The bytes of a request's head, request line and fields together. Over it: `431`. Default: 16 KB.
  package var headByteCount = 16 * 1024
  /// The fields of a request. Over it: `431`. Default: 100.
  package var fieldCount = 100
  /// The bytes of a request's target. Over it: `414`. Default: 8 KB.
  package var targetByteCount = 8 * 1024
  /// The time from the first byte of a request (or the start of a connection) to the end of its head. Over it: `408`.
  /// Default: 10 s.
  package var headTimeout = Duration.seconds(10)
  /// The time from the start of a TLS connection to the end of its handshake. Default: 10 s.
  package var handshakeTimeout = Duration.seconds(10)
  /// The time that a connection may stay without a request after a response. Default: 60 s.
  package var keepAliveTimeout = Duration.seconds(60)
  /// The bytes per second that a request's body must bring while it is waited for. Under it, the body ends with
  /// ``HTTPBodyError/tooSlow``. Default: 1 KB/s.
  package var minimumBodyRate = 1024
  /// The time over which ``minimumBodyRate`` is measured; a body may be slower, or pause, for less. Default: 10 s.
  package var bodyRateWindow = Duration.seconds(10)
  /// The time for which the peer may take nothing of a response. Over it, the connection is cut. Default: 60 s.
  package var writeStallTimeout = Duration.seconds(60)
  /// The longest pause of a peer once the server shuts down: while it sends a body, while it takes a response, or until
  /// it completes a head that it has begun. Default: 1 s.
  ///
  /// A connection that pauses for longer is closed, so that no stalled peer delays the shutdown.
  package var drainStallTimeout = Duration.seconds(1)
  /// The connections of the server. One more is refused with `503` and closed. Default: 10,000.
  package var connectionCount = 10_000
  /// The connections from one address, for IPv6 from one /64 network. Loopback counts as any other; Unix sockets do not
  /// count. One more is refused with `429` and closed. Default: 256.
  package var connectionCountPerAddress = 256
  /// The requests that an HTTP/2 connection may have under way at the same time. More are refused, and may be sent again.
  /// Default: 500.
  package var concurrentStreamCount = 500
  /// The bytes of a body which its handler left unread that the server reads and drops, so that the connection can go
  /// on. A larger rest ends the connection. Default: 64 KB.
  package var drainedBodyByteCount: Int64 = 64 * 1024
  /// The longest pause of a peer while a connection that ends with something unread is still read, so that the peer can
  /// read its response before it sees the end. Default: 2 s.
  package var lingerPause = Duration.seconds(2)
  /// The time for which such a connection is read at most. Default: 30 s.
  package var lingerDuration = Duration.seconds(30)
  /// The bytes that are still read then. Default: 16 MB, more than the buffers of a connection hold: a
  /// client that is refused in the middle of a photo may have sent as much before it looks.
  package var lingerByteCount = 16 * 1024 * 1024

  /// Makes the default limits.
  package init() {}
}
