// SPDX-License-Identifier: Apache-2.0

import TestKit

/// Rounds in which clients use a cluster while parts of it fail, each with a judgement at its end.
struct CrashRun: Sendable {
  static let nodeCount = 3

  let plan: TrialPlan

  /// Runs all rounds.
  ///
  /// - Parameter progress: Is told the figures after each round.
  /// - Returns: The figures, with the complaints of the first round that has any, after which the run ends.
  /// - Throws: What keeps it from running.
  func run(_ progress: (CrashReport) -> Void) async throws -> CrashReport {
    let names = (0..<plan.accountCount).map { "dog\($0)" }
    let cluster = try await CrashCluster(plan.woof, nodeCount: Self.nodeCount, accounts: names)
    defer { cluster.end() }
    let stage = TrialStage(names, ports: cluster.ports, seed: plan.seed) { cluster.lapse() }
    try await stage.begin()
    var report = CrashReport(seed: plan.seed)
    for number in 0..<plan.roundCount {
      let complaints = await play(number, on: cluster, stage, &report)
      report.roundCount += 1
      report.figures = stage.figures
      if !complaints.isEmpty {
        report.complaints = complaints.map { "round \(number) of seed \(plan.seed): \($0)" }
        say(cluster.logs)
        return report
      }
      progress(report)
    }
    report.complaints += await stage.judge.wrongOriginals(of: stage.ledger.live)
    report.complaints += stage.judge.wrongBlobs(in: cluster.store)
    report.figures = stage.figures
    return report
  }

  /// Plays a round.
  ///
  /// - Returns: What is wrong after it.
  private func play(
    _ number: Int, on cluster: CrashCluster, _ stage: TrialStage, _ report: inout CrashReport
  ) async -> [String] {
    var random = SeededGenerator(seed: plan.seed &* 0x1_0000_0001 &+ UInt64(number))
    let mishaps = (0..<plan.mishapCount).compactMap { _ in Mishap.allCases.randomElement(using: &random) }
    for mishap in mishaps { report.mishaps["\(mishap)", default: 0] += 1 }
    let before = stage.ledger.photos
    let mishapSeed = random.next()
    async let failing = Self.happen(mishaps, to: cluster, seed: mishapSeed)
    var complaints = await stage.work(plan.stepCount, round: number, seed: random.next())
    if let complaint = await failing { complaints.append(complaint) }
    guard complaints.isEmpty else { return complaints }
    complaints = await stage.judge.complaints(of: 0..<Self.nodeCount)
    return complaints + (await stage.judge.wrongOriginals(of: stage.ledger.live.filter { before[$0.key] == nil }))
  }
}

extension CrashRun {
  /// Lets failures happen one after the other.
  ///
  /// - Returns: The reason why something could not be started again; `nil` if all is back.
  private static func happen(_ mishaps: [Mishap], to cluster: CrashCluster, seed: UInt64) async -> String? {
    var random = SeededGenerator(seed: seed)
    do {
      for mishap in mishaps {
        try await Task.sleep(for: .milliseconds(Int.random(in: 20...500, using: &random)))
        try await mishap.happen(to: cluster, &random)
      }
      return nil
    } catch {
      return "a part cannot be started: \(error)"
    }
  }
}
