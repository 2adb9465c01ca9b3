// SPDX-License-Identifier: Apache-2.0

/// A report of a transfer: its times, its connection and its counts.
struct TransferReport: Sendable {
  /// The time at which the transfer was started, in seconds since 1970 (UTC).
  var startTime = 0.0
  /// The time from ``startTime`` to the end of the transfer.
  var total = Duration.zero
  var timings = TransferTimings()
  /// The status of the final head; `nil` where none has come.
  var status: Int?
  var version: TransferHTTPVersion?
  var isReusedConnection = false
  /// `true` if the connection led through a proxy.
  var isProxied = false
  var localAddress: TransferAddress?
  var remoteAddress: TransferAddress?
  var tls: TransferTLS?
  var bytes = TransferByteCounts()
  /// The fields after the content (RFC 9110, section 6.5).
  var trailers: [(name: String, value: String)] = []
}

/// The times at which the parts of a transfer were over, since its start; `nil` for a part that did not take place.
struct TransferTimings: Sendable {
  /// The host's addresses were known.
  var resolved: Duration?
  /// The connection to the server, or to the proxy, was there.
  var connected: Duration?
  /// TLS was set up.
  var secured: Duration?
  /// The connection was ready for the request.
  var requested: Duration?
  /// The last byte of the request had been handed to the connection.
  var sent: Duration?
  /// The first byte of the response had come.
  var responded: Duration?
}

/// An end of a connection.
struct TransferAddress: Hashable, Sendable {
  /// A numeric address.
  var host: String
  var port: Int
}

/// The version and the cipher suite that TLS has agreed on, by their numbers in the protocol.
struct TransferTLS: Hashable, Sendable {
  var version: UInt16
  var cipherSuite: UInt16
}

/// The numbers of bytes that went over the wire, without the framing of TLS and HTTP/2.
struct TransferByteCounts: Hashable, Sendable {
  var sentHeader: Int64 = 0
  var sentBody: Int64 = 0
  var receivedHeader: Int64 = 0
  /// As they came, before decoding.
  var receivedBody: Int64 = 0
}
