// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofCommandLine

/// Runs rounds of crashes, and says what it found.
struct CrashCommand: Command {
  static let name = "crash"
  static let summary = "Uses three nodes while they, their database and their store are killed, cut and slow."
  static let discussion = """
    Clients upload, like, edit, delete and read, each request at any node and again until it is answered. After each round nothing that was \
    acknowledged may be lost or double, every original must have its bytes, every count must be that of the favourites, and all \
    nodes must agree on what each account sees.
    """

  private var plan = CrashRun.Plan()

  init(from reader: inout ArgumentReader) {
    plan.woof = WoofProgram.option(from: &reader)
    plan.roundCount = reader.option("--rounds", .integer(in: 1...1_000_000), default: 100, "How many rounds.")
    plan.seed = UInt64(reader.option("--seed", .integer(in: 0...Int.max), default: 1, "Where chance begins."))
    plan.stepCount = reader.option(
      "--steps", .integer(in: 1...100_000), default: plan.stepCount, "How much each account does in a round.")
    plan.accountCount = reader.option(
      "--accounts", .integer(in: 1...32), default: plan.accountCount, "How many accounts there are.")
    plan.mishapCount = reader.option(
      "--mishaps", .integer(in: 0...100), default: plan.mishapCount, "How many failures there are in a round.")
  }

  func run() async throws -> ExitCode {
    let start = ContinuousClock.now
    let report = try await CrashRun(plan: plan).run { report in say("\(seconds(since: start)) s: \(report.text)") }
    print("\(report.text), in \(seconds(since: start)) s")
    for complaint in report.complaints.prefix(20) { print("WRONG: \(complaint)") }
    print(report.complaints.isEmpty ? "all is as it should be" : "\(report.complaints.count) complaints")
    return report.complaints.isEmpty ? .done : .failed
  }
}

/// The woof that is tried.
enum WoofProgram {
  /// Reads the option that names it; by default it is the one beside this program.
  static func option(from reader: inout ArgumentReader) -> String {
    let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
    return reader.option("--woof", .text("FILE"), "The woof to run. By default the one beside this program.")
      ?? "\(folder)/woof"
  }
}
