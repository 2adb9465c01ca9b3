/// How many passwords are hashed at once and how many wait, in all and of whom.
///
/// A network is the /24 of an IPv4 address or the /56 of an IPv6 address, a wide network its /16 or /32. Networks take
/// turns, wide ones first and then those within them; who brought the right password within the last day goes before all
/// others, but for every fourth turn. Where a limit is reached, whoever has most within it gives way.
public struct HashLimits: Hashable, Sendable {
  /// How many hashes run at once. The default is 1.
  public var concurrency: Int
  /// How many wait at most. The default is 64.
  public var waiting: Int
  /// How many of one account wait or run at most. The default is 8.
  public var perAccount: Int
  /// How many from one network wait or run at most. The default is 32.
  public var perNetwork: Int
  /// How many from one wide network wait or run at most. The default is 48.
  public var perWideNetwork: Int
  /// How long one waits at most before it is refused. The default is 15 seconds.
  public var longestWait: Duration

  /// Makes limits; each has the default that its property states.
  public init(
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

/// How passwords wait for being hashed.
public struct HashStatistics: Hashable, Sendable {
  /// The upper ends of the classes of ``waitCounts``, in seconds.
  public static let waitBounds: [Double] = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30]

  /// How many wait that were right within the last day, or are an operator's.
  public var knownWaitingCount = 0
  /// How many others wait.
  public var otherWaitingCount = 0
  /// How many are being hashed.
  public var runningCount = 0
  /// How many waited for how long before they were hashed, one more than there are bounds.
  public var waitCounts = [Int](repeating: 0, count: waitBounds.count + 1)
  /// How long all of them waited together, in seconds.
  public var waitSum = 0.0

  mutating func recordWait(_ nanoseconds: Int64) {
    let seconds = Double(nanoseconds) / 1_000_000_000
    waitCounts[Self.waitBounds.firstIndex { seconds <= $0 } ?? Self.waitBounds.count] += 1
    waitSum += seconds
  }
}
