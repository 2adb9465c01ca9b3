// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import WoofSystem

@testable import TestKit

/// The measuring that the loads have in common.
enum Bench {
  /// Calls `body` on so many tasks, again and again for so many seconds.
  ///
  /// - Returns: How many calls came back a second.
  static func rate(
    _ taskCount: Int, seconds: Int, _ body: @escaping @Sendable (inout SystemRandomNumberGenerator) async throws -> Void
  ) async throws -> Double {
    let start = KernelClock.monotonic.nanoseconds
    let end = start + Int64(seconds) * 1_000_000_000
    let count = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<taskCount {
        group.addTask {
          var generator = SystemRandomNumberGenerator()
          var count = 0
          while KernelClock.monotonic.nanoseconds < end {
            try await body(&generator)
            count += 1
          }
          return count
        }
      }
      return try await group.reduce(0, +)
    }
    return Double(count) * 1e9 / Double(KernelClock.monotonic.nanoseconds - start)
  }

  /// Runs a script of pgbench with one client so many times, and gives its transactions a second. The count stands in place of
  /// a time, as threads of Swift keep back the signal by which pgbench ends.
  static func pgbench(_ script: String, _ connection: String, mode: String, count: Int) throws -> Double {
    let folder = try TemporaryFolder()
    try folder.write(script, to: "script")
    let output = try Program.output(
      of: "\(PostgreSQLInstallation.programs ?? "")/pgbench",
      ["-n", "-c", "1", "-t", "\(count)", "-M", mode, "-f", folder.path("script"), connection])
    let line = output.split(separator: "\n").first { $0.hasPrefix("tps = ") }
    guard let number = line?.split(separator: " ").dropFirst(2).first.flatMap({ Double($0) }) else {
      throw TestFailure("pgbench says nothing: \(output)")
    }
    return number
  }

  static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  /// Prints what was measured beside what pgbench did.
  static func report(_ name: String, _ own: [Double], _ pgbench: [Double]) {
    let (own, other) = (median(own), median(pgbench))
    print("\(name): \(Int(own)) a second, pgbench \(Int(other)): \(Int(100 * own / other)) %")
  }
}
