// SPDX-License-Identifier: Apache-2.0

import Foundation
import PostgreSQLTestKit
import TestKit
import WoofCommandLine

/// Lets a standby take the place of the database under load, and says what clients have seen.
struct FailoverCommand: Command {
  static let name = "failover"
  static let summary = "Kills the database under load and promotes its standby."
  static let discussion = """
    The standby has all that was answered (synchronous_standby_names), and the nodes know both servers \
    (target_session_attrs=read-write). Clients may see 503 for a while and nothing else, and nothing that was acknowledged may be lost.
    """

  private let woof: String
  private let seed: UInt64
  private let stepCount: Int

  init(from reader: inout ArgumentReader) {
    woof = WoofProgram.option(from: &reader)
    seed = UInt64(reader.option("--seed", .integer(in: 0...Int.max), default: 1, "Where chance begins."))
    stepCount = reader.option("--steps", .integer(in: 1...100_000), default: 30, "How much each account does.")
  }

  func run() async throws -> ExitCode {
    let start = ContinuousClock.now
    let names = (0..<4).map { "dog\($0)" }
    let cluster = try await CrashCluster(woof, nodeCount: CrashRun.nodeCount, accounts: names, hasStandby: true)
    defer { cluster.end() }
    let stage = TrialStage(names, ports: cluster.ports, seed: seed) { cluster.lapse() }
    try await stage.begin()
    var complaints = await stage.work(stepCount, round: 0, seed: seed)
    async let load = stage.work(stepCount, round: 1, seed: seed &+ 100)
    try await Task.sleep(for: .milliseconds(300))
    let failure = ContinuousClock.now
    cluster.database.killForGood()
    try await Task.sleep(for: .milliseconds(300))
    try cluster.standby?.promote()
    complaints += await load
    let duration = seconds(since: failure)
    complaints += await stage.work(stepCount, round: 2, seed: seed &+ 200)
    complaints += await stage.judge.complaints(of: 0..<CrashRun.nodeCount)
    complaints += await stage.judge.wrongOriginals(of: stage.ledger.live)
    var report = CrashReport(seed: seed)
    report.figures = stage.figures
    report.roundCount = 1
    // Nobody's connection is cut here but that of the database.
    if let broken = report.figures.statuses[0] { complaints.append("\(broken) requests had no response") }
    if !complaints.isEmpty { say(cluster.logs) }
    return conclude("\(report.text), the load over the failure took \(duration) s", complaints, since: start)
  }
}
