import WoofCommandLine

/// Hands over to the test harness, which is a program of its own so that the service carries none of it.
struct HarnessCommand: Command {
  static let name = "harness"
  static let summary = "Runs a service for the test of an app, steered over HTTP; see: woof harness --help."

  private let arguments: [String]

  init(from reader: inout ArgumentReader) {
    arguments = reader.arguments("ARGUMENT", "What is handed to woof-harness.")
  }

  func run() async throws -> ExitCode { try Self.execute(arguments) }

  /// Replaces this process by `woof-harness` beside its binary. Options are its own, so they are not read here.
  ///
  /// - Throws: `CommandFailure` where it is not there.
  static func execute(_ arguments: [String]) throws -> ExitCode {
    try Installation.execute("woof-harness", arguments)
  }
}
