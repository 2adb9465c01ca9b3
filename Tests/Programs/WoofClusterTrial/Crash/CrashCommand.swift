// SPDX-License-Identifier: Apache-2.0

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

  private let plan: TrialPlan

  init(from reader: inout ArgumentReader) { plan = TrialPlan(from: &reader, stepCount: 14) }

  func run() async throws -> ExitCode {
    let start = ContinuousClock.now
    let report = try await CrashRun(plan: plan).run { report in say("\(seconds(since: start)) s: \(report.text)") }
    return conclude(report.text, report.complaints, since: start)
  }
}
