// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit

/// The small form of `script/chaos`.
struct ChaosTests {
  @Test func `photos, favourites and counts stay correct despite kills and cuts`() async throws {
    let program = try Program(
      "\(Program.woof.dropLast("woof".count))WoofChaos",
      arguments: [
        "run", "--photos", "40", "--accounts", "3", "--restarts", "3", "--interval", "1500ms", "--cut", "400000",
        "--longest", "600000", "--deadline", "300s", "--seed", "7",
      ])
    // It ends by itself when it hangs.
    while !program.hasEnded { try await Task.sleep(for: .milliseconds(50)) }
    let outcome = try await program.outcome()
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
  }
}
