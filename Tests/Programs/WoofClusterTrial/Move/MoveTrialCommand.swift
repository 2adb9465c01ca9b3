// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine

/// Moves a service there and back under load, and says what it found.
struct MoveTrialCommand: Command {
  static let name = "move"
  static let summary = "Moves a service into a database and a store and back, under load, and kills the moves."
  static let discussion = """
    Clients upload, like, edit, delete and read, and one follows the changes with the tokens that it has. Meanwhile `woof move` is killed at \
    any moment, often at its switch, and run again, and what serves, the database and the store fail. After each move nothing that was \
    acknowledged may be lost or double, every original must have its bytes, and tokens of before must lead on. A round is a move \
    there and one back, each with its own failures.
    """

  private let plan: TrialPlan

  init(from reader: inout ArgumentReader) { plan = TrialPlan(from: &reader, stepCount: 6) }

  func run() async throws -> ExitCode {
    let start = ContinuousClock.now
    let report = try await MoveRun(plan: plan).run { report in say("\(seconds(since: start)) s: \(report.text)") }
    return conclude(report.text, report.complaints, since: start)
  }
}
