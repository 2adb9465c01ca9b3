import WoofCommandLine

/// Hands over to the admin shell, which is a program of its own so that the service carries none of it.
struct AdminCommand: Command {
  static let name = "admin"
  static let summary = "A shell for those who administer a running service; see: woof admin --help."

  private let arguments: [String]

  init(from reader: inout ArgumentReader) {
    arguments = reader.arguments("ARGUMENT", "What is handed to woof-admin.")
  }

  func run() async throws -> ExitCode { try Self.execute(arguments) }

  /// Replaces this process by `woof-admin` beside its binary. Options are its own, so they are not read here.
  ///
  /// - Throws: `CommandFailure` where it is not there.
  static func execute(_ arguments: [String]) throws -> ExitCode {
    try Installation.execute("woof-admin", arguments)
  }
}
