/// The number of retries left to all requests of a client together.
struct RetryBudget: Sendable {
  /// In halves, so that nothing is lost to rounding.
  private var halves: Int
  private let mostHalves: Int

  init(retries: Int) {
    mostHalves = min(max(retries, 0), Int.max / 4) * 2
    halves = mostHalves
  }

  /// Takes one; `false` where none is left.
  mutating func take() -> Bool {
    guard halves >= 2 else { return false }
    halves -= 2
    return true
  }

  /// Gives half a one back.
  mutating func succeed() { halves = min(halves + 1, mostHalves) }
}
