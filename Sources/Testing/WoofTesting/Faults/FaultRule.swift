// SPDX-License-Identifier: Apache-2.0

/// A fault, and the occasions on which it happens.
public struct FaultRule: Sendable {
  /// A kind of occasion on which a fault may happen.
  public enum Scope: String, Hashable, Sendable, Codable, CaseIterable {
    /// Each request that the pattern matches.
    case request
    /// Each connection; the pattern means nothing then. Byte counts run over all that the connection carries, in however
    /// many streams.
    case connection
    /// Each time that the service's transformer is to look at a picture, for a request or in the background; the pattern
    /// means nothing then. Only delays and faults of the transformer happen to pictures.
    case picture
  }

  /// The fault.
  public var fault: Fault
  /// The requests that may meet it.
  public var requests: RequestPattern
  /// The kind of occasion that is counted, and that may meet the fault.
  public var scope: Scope
  /// The number of the first occasion that may meet it, from 1.
  public var first: Int
  /// The largest number of times that it happens; `nil` for as often as there is an occasion.
  public var count: Int?
  /// The probability on each occasion, from 0 to 1; the harness's seed decides.
  public var probability: Double

  /// Makes a rule.
  public init(
    _ fault: Fault, into requests: RequestPattern = .any, scope: Scope = .request, first: Int = 1, count: Int? = nil,
    probability: Double = 1
  ) {
    self.fault = fault
    self.requests = requests
    self.scope = scope
    self.first = first
    self.count = count
    self.probability = probability
  }

  /// The number of occasions so far, and the number of times that the fault happened.
  struct Tally: Hashable, Sendable {
    var occasions = 0
    var happened = 0
  }

  /// Counts an occasion; returns `true` if the fault happens on it.
  func happens(_ tally: inout Tally, chance: () -> Double) -> Bool {
    tally.occasions += 1
    guard tally.occasions >= first, count.map({ tally.happened < $0 }) ?? true else { return false }
    guard probability >= 1 || chance() < probability else { return false }
    tally.happened += 1
    return true
  }
}
