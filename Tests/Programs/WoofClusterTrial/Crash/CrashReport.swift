// SPDX-License-Identifier: Apache-2.0

/// What a run has come to.
struct CrashReport: Sendable {
  let seed: UInt64
  var roundCount = 0
  var figures = TrialFigures()
  /// The numbers of failures by their kinds.
  var mishaps: [String: Int] = [:]
  /// What is not as it should be.
  var complaints: [String] = []

  init(seed: UInt64) { self.seed = seed }

  /// The figures, for people.
  var text: String {
    let mishaps = mishaps.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return "\(roundCount) rounds of seed \(seed): \(figures.text); \(mishaps.joined(separator: ", "))"
  }
}
