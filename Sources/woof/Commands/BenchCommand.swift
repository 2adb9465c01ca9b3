import WoofCommandLine

/// Hands over to the benchmarks, which are a program of their own so that the service carries none of them.
struct BenchCommand: Command {
  static let name = "bench"
  static let summary = "Measures the service beside programs that do the same; see: woof bench --help."

  private let arguments: [String]

  init(from reader: inout ArgumentReader) {
    arguments = reader.arguments("ARGUMENT", "What is handed to woof-bench.")
  }

  func run() async throws -> ExitCode { try Self.execute(arguments) }

  /// Replaces this process by `woof-bench` beside its binary. Options are its own, so they are not read here.
  ///
  /// - Throws: `CommandFailure` where it is not there.
  static func execute(_ arguments: [String]) throws -> ExitCode {
    try Installation.execute("woof-bench", arguments)
  }
}
