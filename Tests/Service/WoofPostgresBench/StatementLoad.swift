// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import WoofPostgreSQL

/// Small statements on one connection, one at a time and 64 at once.
struct StatementLoad {
  let server: PostgreSQLTestServer
  let seconds: Int

  func run() async throws {
    let connection = server.connectionString(of: "postgres")
    for prepares in [false, true] {
      let pool = try PostgreSQLPool(
        PostgreSQLSettings(connection),
        PostgreSQLPoolConfiguration(size: 1, depthLimit: 64, preparesStatements: prepares))
      defer { pool.close() }
      let mode = prepares ? "prepared" : "extended"
      for depth in [1, 64] {
        let statements = String(repeating: "SELECT :number::int8;\n", count: depth)
        let script =
          "\\set number random(1, 1000)\n" + (depth == 1 ? statements : "\\startpipeline\n\(statements)\\endpipeline\n")
        var (own, other) = ([Double](), [Double]())
        for _ in 0..<3 {
          own.append(
            try await Bench.rate(depth, seconds: seconds) { generator in
              let number = Int64.random(in: 1...1000, using: &generator)
              _ = try await pool.run(.reading(PostgreSQLStatement("SELECT $1", .integer(number))))
            })
          other.append(
            Double(depth)
              * (try Bench.pgbench(script, connection, mode: mode, count: seconds * (depth == 1 ? 10_000 : 1500))))
        }
        Bench.report("statements, \(mode), depth \(depth)", own, other)
      }
    }
  }
}
