// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The requests that a test expects to have arrived, and their number.
public struct RequestExpectation: Sendable {
  /// The requests that are expected.
  public var requests: RequestPattern
  /// The range of their number.
  public var counts: ClosedRange<Int>

  /// Makes sure that so many requests have arrived; the error says which one came nearest.
  ///
  /// - Throws: ``MissedExpectation``.
  func check(_ exchanges: [RecordedExchange]) throws(MissedExpectation) {
    let found = exchanges.filter { requests.matches($0) }
    guard !counts.contains(found.count) else { return }
    throw MissedExpectation(expectation: self, foundCount: found.count, nearest: nearest(exchanges))
  }

  /// The request that differs least, and does not match, with its differences.
  private func nearest(_ exchanges: [RecordedExchange]) -> MissedExpectation.Nearest? {
    let others = exchanges.filter { !requests.matches($0) }
    let ranked = others.map { ($0, difference(from: $0)) }
    guard let best = ranked.min(by: { $0.1 < $1.1 })?.0 else { return nil }
    var differences = requests.differences(from: best)
    if differences.isEmpty { differences = ["the condition does not hold"] }
    return MissedExpectation.Nearest(request: best, differences: differences)
  }

  /// The difference of a request from the expected ones: another method weighs as much as another segment of the path.
  private func difference(from request: RecordedExchange) -> Int {
    let method = requests.method.map { $0.rawValue == request.method ? 0 : 2 } ?? 0
    guard let path = requests.path else { return method }
    let (wanted, found) = (path.split(separator: "/"), request.path.split(separator: "/"))
    let differing = zip(wanted, found).count { $0 != $1 && $0 != "*" && !$0.hasPrefix("{") }
    return method + 2 * (differing + abs(wanted.count - found.count))
  }
}

/// Not so many requests arrived as a test expects.
public struct MissedExpectation: Error, Sendable, CustomStringConvertible {
  /// A request that is like those that were expected.
  public struct Nearest: Hashable, Sendable {
    /// The request.
    public var request: RecordedExchange
    /// The differences, in words.
    public var differences: [String]
  }

  /// The expectation that was not met.
  public var expectation: RequestExpectation
  /// The number of such requests that arrived.
  public var foundCount: Int
  /// The request that came nearest, of those that were not meant.
  public var nearest: Nearest?

  /// The expectation, the number that arrived, and the nearest request with its differences.
  public var description: String {
    let counts = expectation.counts
    let wanted =
      counts.upperBound == .max
      ? "at least \(counts.lowerBound)"
      : counts.lowerBound == counts.upperBound ? "\(counts.lowerBound)" : "\(counts.lowerBound) to \(counts.upperBound)"
    let text = "expected \(wanted) × \(expectation.requests), and \(foundCount) arrived"
    guard foundCount < counts.lowerBound, let nearest else { return text }
    let request = "\(nearest.request.method) \(nearest.request.target)"
    return
      "\(text); the nearest is no. \(nearest.request.number), \(request): \(nearest.differences.joined(separator: ", "))"
  }
}

extension WoofHarness {
  /// Expects requests to arrive; ``verify()`` says whether they have.
  ///
  /// - Parameters:
  ///   - method: Their method.
  ///   - path: Their path, in which `*` stands for a segment.
  ///   - count: The exact number of requests; 1 by default.
  ///   - condition: A further condition on each request; none by default.
  /// - Throws: ``HarnessError`` of code `noSuchRoute` where neither the service nor a stub has such a path, so that nothing
  ///   could ever be expected to arrive but by a mistake.
  @discardableResult
  public func expect(
    _ method: RequestMethod? = nil, _ path: String? = nil, count: Int = 1,
    where condition: (@Sendable (RecordedExchange) -> Bool)? = nil
  ) throws(HarnessError) -> RequestExpectation {
    try expect(RequestPattern(method, path, where: condition), counts: count...count)
  }

  /// Expects requests to arrive; ``verify()`` says whether they have.
  ///
  /// - Throws: As ``expect(_:_:count:where:)``.
  @discardableResult
  public func expect(_ requests: RequestPattern, counts: ClosedRange<Int>) throws(HarnessError) -> RequestExpectation {
    try faults.checkRoute(of: requests, for: "an expectation of \(requests)")
    let expectation = RequestExpectation(requests: requests, counts: counts)
    parts.expectations.withLock { $0.append(expectation) }
    return expectation
  }

  /// Checks everything that was expected, and forgets it.
  ///
  /// - Throws: ``MissedExpectation``, the first one.
  public func verify() throws {
    let expectations = parts.expectations.withLock { expectations in
      defer { expectations = [] }
      return expectations
    }
    let exchanges = journal.exchanges
    for expectation in expectations { try expectation.check(exchanges) }
  }

  /// Returns when as many requests have arrived as are expected at least.
  ///
  /// - Throws: `CancellationError` where the task is cancelled; ``HarnessError`` of code `stopped` where the harness is
  ///   stopped meanwhile.
  public func fulfilment(of expectation: RequestExpectation) async throws {
    _ = try await journal.requests(expectation.counts.lowerBound) { expectation.requests.matches($0) }
  }
}
