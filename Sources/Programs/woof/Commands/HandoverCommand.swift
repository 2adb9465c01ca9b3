// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine

/// A program of its own beside this one, so that the service carries none of it: `woof-` and the name.
protocol SeparateProgram: Sendable {
  /// The word that calls it.
  static var name: String { get }
  /// A sentence that says what the program does.
  static var summary: String { get }
}

/// The admin shell, `woof-admin`.
enum AdminShell: SeparateProgram {
  static let name = "admin"
  static let summary = "A shell for those who administer a running service; see: woof admin --help."
}

/// The benchmarks, `woof-bench`.
enum Benchmarks: SeparateProgram {
  static let name = "bench"
  static let summary = "Measures the service beside programs that do the same; see: woof bench --help."
}

/// The test harness, `woof-harness`.
enum TestHarness: SeparateProgram {
  static let name = "harness"
  static let summary = "Runs a service for the test of an app, steered over HTTP; see: woof harness --help."
}

/// Hands over to a separate program.
struct HandoverCommand<Target: SeparateProgram>: Command {
  static var name: String { Target.name }
  static var summary: String { Target.summary }

  private let arguments: [String]

  init(from reader: inout ArgumentReader) {
    arguments = reader.arguments("ARGUMENT", "What is handed to woof-\(Target.name).")
  }

  func run() async throws -> ExitCode { try Target.execute(arguments) }
}

extension SeparateProgram {
  /// Replaces this process by the program. Options are its own, so they are not read here.
  ///
  /// - Throws: `CommandFailure` where it is not there.
  static func execute(_ arguments: [String]) throws -> Never { try Installation.execute("woof-\(name)", arguments) }
}
