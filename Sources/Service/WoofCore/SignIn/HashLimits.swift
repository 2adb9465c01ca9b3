// SPDX-License-Identifier: Apache-2.0

/// The limits on passwords that are being hashed or wait for it, in total and for each account and network.
///
/// A network is the /24 of an IPv4 address or the /56 of an IPv6 address, a wide network its /16 or /32. Networks take
/// turns, wide ones first and then those within them. Credentials that were right within the last day go before all
/// others, except at every fourth turn. When a limit is reached, whoever has the most passwords within it gives way.
package struct HashLimits: Hashable, Sendable {
  /// The maximum number of hashes that run at once, at least 1. The default is 1.
  package var concurrency: Int
  /// The maximum number of passwords that wait. The default is 64.
  package var waiting: Int
  /// The maximum number of one account that wait or run. The default is 8.
  package var perAccount: Int
  /// The maximum number from one network that wait or run. The default is 32.
  package var perNetwork: Int
  /// The maximum number from one wide network that wait or run. The default is 48.
  package var perWideNetwork: Int
  /// The longest time that a password waits before it is refused. The default is 15 seconds.
  package var longestWait: Duration

  /// Makes limits; each has the default that its property states.
  package init(
    concurrency: Int = 1, waiting: Int = 64, perAccount: Int = 8, perNetwork: Int = 32, perWideNetwork: Int = 48,
    longestWait: Duration = .seconds(15)
  ) {
    self.concurrency = concurrency
    self.waiting = waiting
    self.perAccount = perAccount
    self.perNetwork = perNetwork
    self.perWideNetwork = perWideNetwork
    self.longestWait = longestWait
  }
}

/// The numbers of passwords that are being hashed or wait for it, and the times that they waited.
package struct HashStatistics: Hashable, Sendable {
  /// The upper ends of the classes of ``waitCounts``, in seconds.
  package static let waitBounds: [Double] = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30]

  /// The number of waiting passwords that were right within the last day, or are an operator's.
  package var knownWaitingCount = 0
  /// The number of all other waiting passwords.
  package var otherWaitingCount = 0
  /// The number of passwords that are being hashed.
  package var runningCount = 0
  /// The number of passwords in each class of waiting time before they were hashed.
  ///
  /// Each class ends at the bound of the same index in ``waitBounds``; the last one counts all longer waits.
  package var waitCounts = [Int](repeating: 0, count: waitBounds.count + 1)
  /// The total waiting time of the passwords in ``waitCounts``, in seconds.
  package var waitSum = 0.0

  mutating func recordWait(_ nanoseconds: Int64) {
    let seconds = Double(nanoseconds) / 1_000_000_000
    waitCounts[Self.waitBounds.firstIndex { seconds <= $0 } ?? Self.waitBounds.count] += 1
    waitSum += seconds
  }
}
