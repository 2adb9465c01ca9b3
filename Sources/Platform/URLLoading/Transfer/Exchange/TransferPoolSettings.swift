/// What the transfers of a pool share.
struct TransferPoolSettings: Hashable, Sendable {
  /// How many connections to one host there may be at once; 0 for any number.
  var maximumConnectionsPerHost = 6
  /// How many connections there may be at once; 0 for any number.
  var maximumConnections = 0
  /// How many connections are kept open for later.
  var maximumIdleConnections = 100
  /// Whether transfers share an HTTP/2 connection.
  var multiplexes = true
}
