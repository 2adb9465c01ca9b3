// SPDX-License-Identifier: Apache-2.0

import OrderTrialKit
import WoofCommandLine

/// Runs rounds of the order of changes, and says what it found.
struct OrderCommand: Command {
  static let name = "order"
  static let summary = "Stalls writers between number and commit while readers follow the change log on three nodes."
  static let discussion = """
    In each round nodes write, and one transaction stands still when it has its numbers and is about to commit; then it goes on, is \
    lost, or its connection is cut. Readers follow by pages and events on each node, and one goes from node to node with its \
    position. None may miss a change, be told of one twice, or go back.
    """

  private let plan: OrderTrial.Plan

  init(from reader: inout ArgumentReader) {
    var plan = OrderTrial.Plan()
    plan.roundCount = reader.option("--rounds", .integer(in: 1...10_000_000), default: 1_000, "How many rounds.")
    plan.firstRound = reader.option(
      "--from", .integer(in: 0...10_000_000), default: 0, "The first round, to see one again.")
    plan.seed = UInt64(reader.option("--seed", .integer(in: 0...Int.max), default: 1, "Where chance begins."))
    plan.locksNumbers = !reader.flag(
      "--unlocked", "Has numbers given without the lock: a mistake, which the trial must find.")
    self.plan = plan
  }

  func run() async throws -> ExitCode {
    let start = ContinuousClock.now
    let report = try await OrderTrial(plan).run { report in say("\(seconds(since: start)) s: \(report.text)") }
    return conclude(report.text, report.faults.map { "\($0)" }, since: start)
  }
}
