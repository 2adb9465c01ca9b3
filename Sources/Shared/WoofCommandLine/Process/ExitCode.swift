// SPDX-License-Identifier: Apache-2.0

/// A code that a program ends with, for its caller.
package struct ExitCode: RawRepresentable, Hashable, Sendable {
  /// The number, 0 to 255.
  package let rawValue: Int32

  /// Makes a code of its number.
  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// The program has done its work: 0.
  package static let done = ExitCode(rawValue: 0)
  /// The work was refused or failed: 1.
  package static let failed = ExitCode(rawValue: 1)
  /// The command line was wrong: 2.
  package static let usage = ExitCode(rawValue: 2)
  /// The user interrupted the work: 130, as shells give for `SIGINT`.
  package static let interrupted = ExitCode(rawValue: 130)
}

/// An error that knows the exit code it ends a program with; others end it with 1.
package protocol ExitCoding: Error {
  /// The exit code with which the error ends the program.
  var exitCode: ExitCode { get }
}

/// A failure of a command, with an exit code of its own.
package struct CommandFailure: ExitCoding, CustomStringConvertible {
  /// The exit code with which the failure ends the program.
  package var exitCode: ExitCode
  /// The message: what went wrong, and what to do about it.
  package var description: String

  /// Makes a failure.
  package init(_ message: String, exitCode: ExitCode = .failed) {
    self.exitCode = exitCode
    description = message
  }

  /// The failure that standard output takes no more bytes.
  package static let outputFailed = CommandFailure(
    "standard output takes no more: check the disk, or what reads it")
}

/// An error in the command line.
package struct UsageError: ExitCoding, Hashable, CustomStringConvertible {
  /// The words that called the command, as `woof account add`.
  package var command: String
  /// The message, which names the mistake.
  package var message: String

  /// Makes an error.
  package init(command: String, message: String) {
    self.command = command
    self.message = message
  }

  /// The exit code 2.
  package var exitCode: ExitCode { .usage }

  /// The message, and on a second line the command that shows help.
  package var description: String { "\(message)\nTry: \(command) --help" }
}
