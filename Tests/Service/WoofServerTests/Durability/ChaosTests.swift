// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit

/// The small forms of `script/chaos`.
@Suite(.serialized) struct ChaosTests {
  @Test(arguments: [[], ["--http2"]])
  func `photos, favourites and counts stay correct despite kills and cuts`(options: [String]) async throws {
    let outcome = try await chaos(
      [
        "run", "--photos", "40", "--accounts", "3", "--restarts", "3", "--interval", "1500ms", "--cut", "400000",
        "--longest", "600000", "--deadline", "300s", "--seed", "7",
      ] + options)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test(arguments: [[], ["--http2"]])
  func `replicas on four devices are in step at the end, though they and the service are killed`(options: [String])
    async throws
  {
    let outcome = try await chaos(
      [
        "replicas", "--devices", "4", "--accounts", "2", "--for", "6s", "--interval", "1500ms", "--device-interval",
        "2s", "--cut", "400000", "--longest", "600000", "--deadline", "300s", "--seed", "7",
      ] + options)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
  }

  private func chaos(_ arguments: [String]) async throws -> Program.Outcome {
    let program = try Program(Program.built("WoofChaos"), arguments: arguments)
    // It ends by itself when it hangs.
    while !program.hasEnded { try await Task.sleep(for: .milliseconds(50)) }
    return try await program.outcome()
  }
}
