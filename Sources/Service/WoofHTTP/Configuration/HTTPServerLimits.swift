// SPDX-License-Identifier: Apache-2.0

/// The limits of a server. The defaults are safe on the open internet.
public struct HTTPServerLimits: Hashable, Sendable {
  /// The bytes of a request's head, request line and fields together. Over it: `431`. Default: 16 KB.
  public var headByteCount = 16 * 1024
  /// The fields of a request. Over it: `431`. Default: 100.
  public var fieldCount = 100
  /// The bytes of a request's target. Over it: `414`. Default: 8 KB.
  public var targetByteCount = 8 * 1024
  /// The time from the first byte of a request (or the start of a connection) to the end of its head. Over it: `408`.
  /// Default: 10 s.
  public var headTimeout = Duration.seconds(10)
  /// The time from the start of a TLS connection to the end of its handshake. Default: 10 s.
  public var handshakeTimeout = Duration.seconds(10)
  /// The time that a connection may stay without a request after a response. Default: 60 s.
  public var keepAliveTimeout = Duration.seconds(60)
  /// The bytes per second that a request's body must bring while it is waited for. Under it, the body ends with
  /// ``HTTPBodyError/tooSlow``. Default: 1 KB/s.
  public var minimumBodyRate = 1024
  /// The time over which ``minimumBodyRate`` is measured; a body may be slower, or pause, for less. Default: 10 s.
  public var bodyRateWindow = Duration.seconds(10)
  /// The time for which the peer may take nothing of a response. Over it, the connection is cut. Default: 60 s.
  public var writeStallTimeout = Duration.seconds(60)
  /// The longest pause of a peer once the server shuts down: while it sends a body, while it takes a response, or until
  /// it completes a head that it has begun. Default: 1 s.
  ///
  /// A connection that pauses for longer is closed, so that no stalled peer delays the shutdown.
  public var drainStallTimeout = Duration.seconds(1)
  /// The connections of the server. One more is answered `503` and closed. Default: 10,000.
  public var connectionCount = 10_000
  /// The connections from one address, for IPv6 from one /64 network. Loopback counts as any other; Unix sockets do not
  /// count. One more is answered `429` and closed. Default: 256.
  public var connectionCountPerAddress = 256
  /// The bytes of a body which its handler left unread that the server reads and drops, so that the connection can go
  /// on. A larger rest ends the connection. Default: 64 KB.
  public var drainedBodyByteCount: Int64 = 64 * 1024
  /// The time for which a connection that ends with something unread is still read, so that the peer can read its
  /// response before it sees the end. Default: 2 s.
  public var lingerTimeout = Duration.seconds(2)
  /// The bytes that are still read in ``lingerTimeout``. Default: 16 MB, more than the buffers of a connection hold: a
  /// client that is refused in the middle of a photo may have sent as much before it looks.
  public var lingerByteCount = 16 * 1024 * 1024

  /// Makes the default limits.
  public init() {}
}
