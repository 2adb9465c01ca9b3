// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofClient
import WoofTesting

/// Figures, for whoever asks for them: HARNESS_FIGURES=1. They pass no judgement, as a busy machine would change it.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["HARNESS_FIGURES"] != nil))
struct MeasurementTests {
  @Test func `measures the time to the first request, and the memory of a hundred harnesses`() async throws {
    let clock = ContinuousClock()
    var times: [Duration] = []
    for _ in 0..<20 {
      let start = clock.now
      let woof = try await WoofHarness.start()
      try await woof.client().checkHealth()
      times.append(clock.now - start)
      await woof.stop()
    }
    let before = try Self.residentKilobytes()
    var harnesses: [WoofHarness] = []
    for _ in 0..<100 {
      let woof = try await WoofHarness.start { $0.photos(3, by: "ada") }
      try await woof.client().checkHealth()
      harnesses.append(woof)
    }
    let after = try Self.residentKilobytes()
    print("start to first answer:", times.sorted().map { "\($0)" }.joined(separator: " "))
    print("100 harnesses: from \(before) KB to \(after) KB")
    for woof in harnesses { await woof.stop() }
  }

  private static func residentKilobytes() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    return line.split(separator: " ").compactMap { Int($0) }.first ?? 0
  }
}
