// SPDX-License-Identifier: Apache-2.0

/// The counts of a server's connections since it was made.
public struct HTTPServerStatistics: Hashable, Sendable {
  /// The connections that there are.
  public internal(set) var openCount = 0
  /// The connections that were taken.
  public internal(set) var acceptedCount: UInt64 = 0
  /// The connections that were refused because the server had as many as it takes.
  public internal(set) var refusedCount: UInt64 = 0
  /// The connections that were refused because their address had as many as it may.
  public internal(set) var refusedByAddressCount: UInt64 = 0
  /// The connections that ended as their peer was too slow, by what was waited for.
  public internal(set) var timeoutCounts: [Timeout: UInt64] = [:]
  /// The connections that were refused because they had to come through a trusted proxy, and did not, or began with no
  /// header of one.
  public internal(set) var refusedStrangerCount: UInt64 = 0

  init() {}

  /// The stage at which a peer was too slow.
  public enum Timeout: Hashable, Sendable, CaseIterable {
    /// Its TLS handshake; see ``HTTPServerLimits/handshakeTimeout``.
    case handshake
    /// The head of a request, of which a part had come; see ``HTTPServerLimits/headTimeout``.
    case head
    /// The body of a request; see ``HTTPServerLimits/minimumBodyRate``.
    case body
    /// Taking a response; see ``HTTPServerLimits/writeStallTimeout``.
    case response
  }
}
