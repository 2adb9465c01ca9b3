// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PostgreSQLTestKit
@testable import TestKit

/// The small forms of `script/cluster-trial crash`, `failover` and `move`.
@Suite(
  .serialized, .enabled(if: PostgreSQLInstallation.isInstalled, "needs Debian's postgresql"), .timeLimit(.minutes(10)))
struct ClusterTrialTests {
  @Test func `nothing acknowledged is lost or double when nodes, their database and their store fail`() async throws {
    let outcome = try await trial(["crash", "--rounds", "4", "--steps", "10", "--seed", "5"])
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test func `clients see a standby take over as 503 that goes away, and nothing acknowledged is lost`() async throws {
    let outcome = try await trial(["failover", "--steps", "15"])
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test func `moves that are killed under load lose nothing, and what was changed on one side is on the other`()
    async throws
  {
    let outcome = try await trial(["move", "--rounds", "2", "--seed", "3"])
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
  }

  private func trial(_ arguments: [String]) async throws -> Program.Outcome {
    let program = try Program(Program.built("WoofClusterTrial"), arguments: arguments)
    while !program.hasEnded { try await Task.sleep(for: .milliseconds(50)) }
    return try await program.outcome()
  }
}
