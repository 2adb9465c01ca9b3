// SPDX-License-Identifier: Apache-2.0

/// The settings that all transfers of a pool share.
struct TransferPoolSettings: Hashable, Sendable {
  /// The largest number of connections to one host at once; 0 for no limit.
  var maximumConnectionsPerHost = 6
  /// The largest number of connections at once; 0 for no limit.
  var maximumConnections = 0
  /// The largest number of idle connections that are kept open for later.
  var maximumIdleConnections = 100
  /// `true` if transfers share an HTTP/2 connection.
  var multiplexes = true
}
