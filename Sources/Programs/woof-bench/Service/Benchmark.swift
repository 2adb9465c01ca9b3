// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine

/// A benchmark: a command of its own, and a part of `woof-bench all`.
protocol Benchmark: Command {
  /// The options of its command line.
  var options: BenchOptions { get }

  /// Makes the benchmark as part of `woof-bench all`.
  init(options: BenchOptions)

  /// Runs the benchmark; starts the programs that it needs and ends them again.
  ///
  /// - Throws: `CommandFailure` if something cannot be measured.
  func measure() throws -> Report
}

extension Benchmark {
  /// The benchmark among the program's commands.
  static var node: CommandNode { .command(Self.self) }
}

extension Benchmark {
  func run() async throws -> ExitCode { options.conclude([try measure()]) }
}
