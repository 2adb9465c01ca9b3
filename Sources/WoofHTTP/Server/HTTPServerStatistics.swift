/// What became of the connections of a server since it was made.
public struct HTTPServerStatistics: Hashable, Sendable {
  /// The connections that there are.
  public internal(set) var openCount = 0
  /// The connections that were taken.
  public internal(set) var acceptedCount: UInt64 = 0
  /// The connections that were refused because the server had as many as it takes.
  public internal(set) var refusedCount: UInt64 = 0
  /// The connections that were refused because their address had as many as it may.
  public internal(set) var refusedByAddressCount: UInt64 = 0

  init() {}
}
