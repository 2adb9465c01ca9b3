// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Counts the connections of a server, over all its loops, in all and by address.
final class ConnectionLedger: Sendable {
  /// A decision on a new connection.
  enum Verdict: Hashable {
    /// It is counted; it has to be released when it ends.
    case admitted
    /// The server has as many as it takes.
    case full
    /// Its address has as many as it may.
    case addressFull
  }

  private struct Counts {
    var statistics = HTTPServerStatistics()
    var byAddress: [UInt64: Int] = [:]

    mutating func add(_ address: UInt64, upTo limit: Int) -> Bool {
      let count = byAddress[address, default: 0]
      guard count < limit else {
        statistics.refusedByAddressCount += 1
        return false
      }
      byAddress[address] = count + 1
      return true
    }
  }

  private let limit: Int
  private let limitPerAddress: Int
  private let counts = Mutex(Counts())

  init(limit: Int, limitPerAddress: Int) {
    self.limit = limit
    self.limitPerAddress = limitPerAddress
  }

  /// The counts since the server was made.
  var statistics: HTTPServerStatistics { counts.withLock { $0.statistics } }

  /// Counts a connection from an address, or says why not; connections without an address count in all only.
  func admit(_ address: UInt64?) -> Verdict {
    counts.withLock { counts in
      guard counts.statistics.openCount < limit else {
        counts.statistics.refusedCount += 1
        return .full
      }
      if let address, !counts.add(address, upTo: limitPerAddress) { return .addressFull }
      counts.statistics.openCount += 1
      counts.statistics.acceptedCount += 1
      return .admitted
    }
  }

  /// Counts a connection whose peer was too slow.
  func note(_ timeout: HTTPServerStatistics.Timeout) {
    counts.withLock { $0.statistics.timeoutCounts[timeout, default: 0] += 1 }
  }

  /// Counts a connection that ended because too much of its work was for nothing.
  func noteWaste() { counts.withLock { $0.statistics.wastefulCount += 1 } }

  /// Counts a connection that has been admitted without an address as one from there; `false` where that has as many as
  /// it may.
  func count(_ address: UInt64) -> Bool { counts.withLock { $0.add(address, upTo: limitPerAddress) } }

  /// A connection was refused that should have come through a trusted proxy.
  func refuseStranger() { counts.withLock { $0.statistics.refusedStrangerCount += 1 } }

  /// A counted connection has ended.
  func release(_ address: UInt64?) {
    counts.withLock { counts in
      counts.statistics.openCount -= 1
      guard let address, let count = counts.byAddress[address] else { return }
      counts.byAddress[address] = count > 1 ? count - 1 : nil
    }
  }
}

/// The counts of a server's connections since it was made.
package struct HTTPServerStatistics: Hashable, Sendable {
  /// The connections that there are.
  package internal(set) var openCount = 0
  /// The connections that were taken.
  package internal(set) var acceptedCount: UInt64 = 0
  /// The connections that were refused because the server had as many as it takes.
  package internal(set) var refusedCount: UInt64 = 0
  /// The connections that were refused because their address had as many as it may.
  package internal(set) var refusedByAddressCount: UInt64 = 0
  /// The connections that ended as their peer was too slow, by what was waited for.
  package internal(set) var timeoutCounts: [Timeout: UInt64] = [:]
  /// The connections that were refused because they had to come through a trusted proxy, and did not, or began with no
  /// header of one.
  package internal(set) var refusedStrangerCount: UInt64 = 0

  /// The HTTP/2 connections that ended because too much of what they asked for was for nothing: streams that were reset,
  /// and frames without contents.
  package internal(set) var wastefulCount: UInt64 = 0

  init() {}

  /// The stage at which a peer was too slow.
  package enum Timeout: Hashable, Sendable, CaseIterable {
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
