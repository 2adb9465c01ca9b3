import WoofCommandLine

/// A benchmark: a command of its own, and a part of `woof-bench all`.
protocol Benchmark: Command {
  /// What it was told.
  var options: BenchOptions { get }

  /// The benchmark as it runs among all of them.
  init(options: BenchOptions)

  /// Measures; starts what it needs and ends it again.
  ///
  /// - Throws: `CommandFailure` where something cannot be measured.
  func measure() throws -> Report
}

extension Benchmark {
  /// The benchmark among the program's commands.
  static var node: CommandNode { .command(Self.self) }
}

extension Benchmark {
  func run() async throws -> ExitCode { options.conclude([try measure()]) }
}
