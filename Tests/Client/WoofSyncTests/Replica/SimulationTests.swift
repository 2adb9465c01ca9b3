// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit

/// A small form of `script/simulate`.
@Suite struct SimulationTests {
  @Test func `replicas on simulated devices are in step at the end, and nothing acknowledged is missing`() async throws
  {
    let outcome = try await simulate("--seeds", "30")
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test func `the same seeds give the same histories in another process`() async throws {
    let first = try await simulate("--from", "100", "--seeds", "10", "--hash")
    let second = try await simulate("--from", "100", "--seeds", "10", "--hash")
    #expect(hashes(first).count == 10)
    #expect(hashes(first) == hashes(second))
  }

  @Test func `other seeds give other histories`() async throws {
    let outcome = try await simulate("--from", "100", "--seeds", "10", "--hash")
    #expect(Set(hashes(outcome).map { $0.suffix(16) }).count == 10)
  }

  /// The lines with a seed and a hash.
  private func hashes(_ outcome: Program.Outcome) -> [Substring] {
    outcome.output.split(separator: "\n").filter { $0.split(separator: " ").count == 2 }
  }

  private func simulate(_ arguments: String...) async throws -> Program.Outcome {
    try await Program(Program.built("WoofSimulation"), arguments: arguments).outcome()
  }
}
