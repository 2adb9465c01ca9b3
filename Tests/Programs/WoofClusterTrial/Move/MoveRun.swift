// SPDX-License-Identifier: Apache-2.0

@testable import TestKit

/// Moves of a service there and back, which clients use meanwhile.
struct MoveRun: Sendable {
  let plan: TrialPlan

  /// Runs all rounds.
  ///
  /// - Parameter progress: Is told the figures after each round.
  /// - Returns: The figures, with the complaints after the first move that has any, which ends the run.
  /// - Throws: What keeps it from running.
  func run(_ progress: (MoveReport) -> Void) async throws -> MoveReport {
    let names = (0..<plan.accountCount).map { "dog\($0)" }
    let service = try await MovableService(plan.woof, accounts: names)
    defer { service.end() }
    let stage = TrialStage(names, ports: service.ports, seed: plan.seed, uploadsMayEnd: true) { service.lapse() }
    try await stage.begin()
    var report = MoveReport(seed: plan.seed)
    for number in 0..<2 * plan.roundCount {
      let side: MovableService.Side = number.isMultiple(of: 2) ? .nodes : .folder
      report.complaints += await play(number, to: side, on: service, stage, &report)
      report.figures = stage.figures
      if !report.complaints.isEmpty {
        say(service.moveOutput + service.logs)
        report.complaints = report.complaints.map { "move \(number) of seed \(plan.seed): \($0)" }
        return report
      }
      if side == .folder { progress(report) }
    }
    report.complaints += await stage.judge.wrongOriginals(of: stage.ledger.live)
    report.complaints += service.check(.folder)
    return report
  }

  /// Moves the service once, while clients use it, and looks at what came of it.
  ///
  /// - Returns: What is wrong after it.
  private func play(
    _ number: Int, to side: MovableService.Side, on service: MovableService, _ stage: TrialStage,
    _ report: inout MoveReport
  ) async -> [String] {
    var random = SeededGenerator(seed: plan.seed &* 0x1_0000_0001 &+ UInt64(number))
    let (before, loadSeed) = (stage.ledger.photos, random.next())
    let end = Gate()
    async let load = use(stage, number, seed: loadSeed, until: end)
    var move = BrokenMove(
      of: service, to: side, mishapCount: Int.random(in: min(1, plan.mishapCount)...plan.mishapCount, using: &random),
      random: random)
    var complaints = await move.run()
    end.open()
    complaints += await load
    move.count(&report)
    guard complaints.isEmpty else { return complaints }
    complaints += await stage.work(plan.stepCount, round: 1_000 * number + 999, seed: loadSeed &+ 99)
    complaints += await stage.judge.complaints(of: side.ports)
    complaints += await stage.judge.wrongOriginals(of: stage.ledger.live.filter { before[$0.key] == nil })
    return number % 10 >= 8 ? complaints + service.check(side) : complaints
  }

  /// Has all accounts do one thing after the other until a move has ended.
  private func use(_ stage: TrialStage, _ number: Int, seed: UInt64, until end: Gate) async -> [String] {
    var complaints: [String] = []
    for turn in 0..<999 where !end.isOpen && complaints.isEmpty {
      complaints += await stage.work(2, round: 1_000 * number + turn, seed: seed &+ UInt64(turn) << 32)
    }
    return complaints
  }
}
