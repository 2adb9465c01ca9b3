import Synchronization

/// Counts the connections of a server, over all its loops, in all and by address.
final class ConnectionLedger: Sendable {
  /// What becomes of a new connection.
  enum Verdict: Hashable {
    /// It is counted; it has to be released when it ends.
    case admitted
    /// The server has as many as it takes.
    case full
    /// Its address has as many as it may.
    case addressFull
  }

  private struct Counts {
    var total = 0
    var byAddress: [UInt64: Int] = [:]
  }

  private let limit: Int
  private let limitPerAddress: Int
  private let counts = Mutex(Counts())

  init(limit: Int, limitPerAddress: Int) {
    self.limit = limit
    self.limitPerAddress = limitPerAddress
  }

  /// How many connections are counted.
  var total: Int { counts.withLock { $0.total } }

  /// Counts a connection from an address, or says why not; connections without an address count in all only.
  func admit(_ address: UInt64?) -> Verdict {
    counts.withLock { counts in
      guard counts.total < limit else { return .full }
      if let address {
        let count = counts.byAddress[address, default: 0]
        guard count < limitPerAddress else { return .addressFull }
        counts.byAddress[address] = count + 1
      }
      counts.total += 1
      return .admitted
    }
  }

  /// A counted connection has ended.
  func release(_ address: UInt64?) {
    counts.withLock { counts in
      counts.total -= 1
      guard let address, let count = counts.byAddress[address] else { return }
      counts.byAddress[address] = count > 1 ? count - 1 : nil
    }
  }
}
