// SPDX-License-Identifier: Apache-2.0

/// A command of a program: its options and arguments are declared and read in one place, its initialiser.
///
/// ```swift
/// struct AccountAdd: Command {
///   static let name = "add"
///   static let summary = "Adds an account."
///   let account: String
///   let isAdmin: Bool
///
///   init(from reader: inout ArgumentReader) {
///     account = reader.argument("NAME", "The account's name.")
///     isAdmin = reader.flag("--admin", "Lets the account administer the service.")
///   }
///
///   func run() async throws -> ExitCode { … }
/// }
/// ```
package protocol Command: ContextualCommand where Context == Void {
  /// Runs the command.
  ///
  /// - Throws: Any error; its description goes to standard error, and ``ExitCoding`` gives the exit code.
  func run() async throws -> ExitCode
}

extension Command {
  /// Runs the command without a context.
  package func run(in context: Void) async throws -> ExitCode { try await run() }
}
