// SPDX-License-Identifier: Apache-2.0

/// The requests that arrived at a harness, each with its bytes and its response. May be used from any thread.
///
/// It is bounded: of each body the first bytes are kept, and of all requests the newest.
public struct Journal: Sendable {
  struct Entries: Sendable {
    var exchanges: [RecordedExchange] = []
    var droppedCount = 0
    var keptByteCount = 0
  }

  /// The limits of what is kept.
  public struct Limits: Hashable, Sendable {
    /// The number of requests that are kept; 10,000 by default.
    public var exchangeCount = 10_000
    /// The number of bytes of one body that are kept; 1 MiB by default.
    public var bodyByteCount = 1 << 20
    /// The number of bytes of all bodies together that are kept; 64 MiB by default.
    public var byteCount = 64 << 20

    /// Makes the default limits.
    public init() {}
  }

  let entries = Watched(Entries())
  let limits: Limits

  init(limits: Limits) { self.limits = limits }

  /// All requests that are kept, in the order of their arrival.
  public var exchanges: [RecordedExchange] { entries.current.exchanges }

  /// The number of requests that arrived and are no longer kept.
  public var droppedCount: Int { entries.current.droppedCount }

  /// The first request that a condition holds of, from the start of the journal; waits where there is none yet. The
  /// condition is asked again whenever something arrives, gets its response or ends.
  ///
  /// - Throws: `CancellationError` where the task is cancelled; ``HarnessError`` of code `stopped` where the harness is
  ///   stopped meanwhile.
  public func first(
    where condition: @escaping @Sendable (RecordedExchange) -> Bool
  ) async throws -> RecordedExchange {
    try await entries.first { $0.exchanges.first(where: condition) }
  }

  /// The first request to a route; waits where there is none yet.
  ///
  /// - Throws: As ``first(where:)``.
  public func first(_ pattern: RequestPattern) async throws -> RecordedExchange {
    try await first { pattern.matches($0) }
  }

  /// Requests that a condition holds of, when there are so many of them.
  ///
  /// - Throws: As ``first(where:)``.
  public func requests(
    _ count: Int, where condition: @escaping @Sendable (RecordedExchange) -> Bool
  ) async throws -> [RecordedExchange] {
    try await entries.first { entries in
      let found = entries.exchanges.filter(condition)
      return found.count >= count ? found : nil
    }
  }

  /// Forgets all requests that have ended.
  public func clear() {
    entries.change { entries in
      // The numbers stay those of all requests, so what is kept must not have a gap.
      let kept = entries.exchanges.drop { $0.outcome != .running }
      entries.droppedCount += entries.exchanges.count - kept.count
      entries.exchanges = Array(kept)
      entries.keptByteCount = kept.reduce(0) { $0 + $1.keptByteCount }
    }
  }

  // MARK: Writing

  /// Notes a request whose head has arrived; returns it with its number.
  func begin(_ make: (Int) -> RecordedExchange) -> RecordedExchange {
    entries.change { entries in
      let exchange = make(entries.droppedCount + entries.exchanges.count + 1)
      entries.exchanges.append(exchange)
      bound(&entries)
      return exchange
    }
  }

  /// Notes what became of a request.
  func note(_ number: Int, _ change: (inout RecordedExchange) -> Void) {
    entries.change { entries in
      let index = number - entries.droppedCount - 1
      guard entries.exchanges.indices.contains(index) else { return }
      let before = entries.exchanges[index].keptByteCount
      change(&entries.exchanges[index])
      entries.keptByteCount += entries.exchanges[index].keptByteCount - before
      bound(&entries)
    }
  }

  private func bound(_ entries: inout Entries) {
    while entries.exchanges.count > 1,
      entries.exchanges.count > limits.exchangeCount || entries.keptByteCount > limits.byteCount
    {
      entries.keptByteCount -= entries.exchanges[0].keptByteCount
      entries.exchanges.removeFirst()
      entries.droppedCount += 1
    }
  }
}

extension RecordedExchange {
  fileprivate var keptByteCount: Int { body.bytes.count + (response?.body.bytes.count ?? 0) }
}
