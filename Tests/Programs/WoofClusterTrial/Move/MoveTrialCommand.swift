// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine

/// Moves a service there and back under load, and says what it found.
struct MoveTrialCommand: Command {
  static let name = "move"
  static let summary = "Moves a service into a database and a store and back, under load, and kills the moves."
  static let discussion = """
    Clients upload, like, edit, delete and read, and one follows the changes with the tokens that it has. Meanwhile `woof move` is killed at \
    any moment, often at its switch, and run again, and what serves, the database and the store fail. After each move nothing that was \
    acknowledged may be lost or double, every original must have its bytes, and tokens of before must lead on.
    """

  private var plan = MoveRun.Plan()

  init(from reader: inout ArgumentReader) {
    plan.woof = WoofProgram.option(from: &reader)
    plan.roundCount = reader.option(
      "--rounds", .integer(in: 1...1_000_000), default: plan.roundCount, "How many times it is moved there and back.")
    plan.seed = UInt64(reader.option("--seed", .integer(in: 0...Int.max), default: 1, "Where chance begins."))
    plan.stepCount = reader.option(
      "--steps", .integer(in: 1...100_000), default: plan.stepCount, "How much each account does after each move.")
    plan.accountCount = reader.option(
      "--accounts", .integer(in: 1...32), default: plan.accountCount, "How many accounts there are.")
    plan.blowCount = reader.option(
      "--blows", .integer(in: 0...100), default: plan.blowCount,
      "How often a move is killed, or something else fails, at most.")
  }

  func run() async throws -> ExitCode {
    let start = ContinuousClock.now
    let report = try await MoveRun(plan: plan).run { report in say("\(seconds(since: start)) s: \(report.text)") }
    print("\(report.text), in \(seconds(since: start)) s")
    for complaint in report.complaints.prefix(20) { print("WRONG: \(complaint)") }
    print(report.complaints.isEmpty ? "all is as it should be" : "\(report.complaints.count) complaints")
    return report.complaints.isEmpty ? .done : .failed
  }
}
