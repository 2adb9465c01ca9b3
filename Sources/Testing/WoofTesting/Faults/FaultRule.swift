/// When a fault happens.
public struct FaultRule: Sendable {
  /// What is counted and met.
  public enum Scope: String, Hashable, Sendable, Codable, CaseIterable {
    /// Each request that the pattern matches.
    case request
    /// Each connection; the pattern means nothing then. Byte counts run over all that the connection carries.
    case connection
    /// Each time that the service's transformer is to look at a picture, for a request or in the background; the pattern
    /// means nothing then. Only delays and faults of the transformer happen to pictures.
    case picture
  }

  /// What goes wrong.
  public var fault: Fault
  /// Which requests may meet it.
  public var requests: RequestPattern
  /// What is counted and met.
  public var scope: Scope
  /// Which of them is the first to meet it, from 1.
  public var first: Int
  /// How often it is met at most; `nil` for as often as there is an occasion.
  public var count: Int?
  /// How likely it is on each occasion, from 0 to 1; the harness's seed decides.
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

  /// How often there has been an occasion, and how often the fault happened.
  struct Tally: Hashable, Sendable {
    var occasions = 0
    var happened = 0
  }

  /// Whether the fault happens on the next occasion.
  func happens(_ tally: inout Tally, chance: () -> Double) -> Bool {
    tally.occasions += 1
    guard tally.occasions >= first, count.map({ tally.happened < $0 }) ?? true else { return false }
    guard probability >= 1 || chance() < probability else { return false }
    tally.happened += 1
    return true
  }
}
