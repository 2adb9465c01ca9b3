// SPDX-License-Identifier: Apache-2.0

/// What a run of moves has come to.
struct MoveReport: Sendable {
  let seed: UInt64
  /// The moves that have ended.
  var moveCount = 0
  /// The times for which nobody could write, in milliseconds, as moves tell them that met no mishap and were not killed at the switch.
  var pauses: [Int] = []
  /// The times that moves were killed, by whether that was before the switch or in it.
  var killCount = 0, killCountInSwitch = 0
  /// How often a move ended with a failure that a mishap excuses, and was run again.
  var failureCount = 0
  /// The numbers of failures by their kinds.
  var mishaps: [String: Int] = [:]
  var figures = TrialFigures()
  /// What is not as it should be.
  var complaints: [String] = []

  init(seed: UInt64) { self.seed = seed }

  /// The figures, for people.
  var text: String {
    let mishaps = mishaps.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    let pauses = pauses.sorted()
    let pause =
      pauses.isEmpty
      ? "" : ", writes stopped for \(pauses[pauses.count / 2]) ms (median), \(pauses[pauses.count - 1]) at most"
    return """
      \(moveCount) moves of seed \(seed), killed \(killCount) times before the switch and \(killCountInSwitch) in it, failed \
      \(failureCount) times\(pause): \(figures.text); \(mishaps.joined(separator: ", "))
      """
  }
}
