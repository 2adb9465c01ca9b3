// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TestKit

@Suite struct CrashBenchmarkTests {
  private struct Report: Decodable {
    struct Figure: Decodable {
      let name: String
      let woof: Double
    }

    let figures: [Figure]

    func value(_ name: String) -> Double? { figures.first { $0.name == name }?.woof }
  }

  @Test(arguments: [[], ["--http2"]])
  func `a service that is killed comes back with everything that it acknowledged`(options: [String]) async throws {
    let folder = try TemporaryFolder()
    let words = ["crash", "--rounds", "2", "--connections", "3", "--folder", folder.path, "--json"] + options
    let outcome = try await Program.run(Program.built("woof-bench"), words)
    #expect(outcome.code == 0, "\(outcome)")
    let report = try #require(try JSONDecoder().decode([Report].self, from: Data(outcome.output.utf8)).first)
    #expect(report.value("faults") == 0)
    #expect(report.value("operations acknowledged") ?? 0 > 0)
  }
}
