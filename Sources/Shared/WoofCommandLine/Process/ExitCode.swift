// SPDX-License-Identifier: Apache-2.0

/// A code that a program ends with, for its caller.
public struct ExitCode: RawRepresentable, Hashable, Sendable {
  /// The number, 0 to 255.
  public let rawValue: Int32

  /// Makes a code of its number.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The program has done its work: 0.
  public static let done = ExitCode(rawValue: 0)
  /// The work was refused or failed: 1.
  public static let failed = ExitCode(rawValue: 1)
  /// The command line was wrong: 2.
  public static let usage = ExitCode(rawValue: 2)
  /// The user interrupted the work: 130, as shells give for `SIGINT`.
  public static let interrupted = ExitCode(rawValue: 130)
}

/// An error that knows the exit code it ends a program with; others end it with 1.
public protocol ExitCoding: Error {
  /// The exit code with which the error ends the program.
  var exitCode: ExitCode { get }
}

/// A failure of a command, with an exit code of its own.
public struct CommandFailure: ExitCoding, CustomStringConvertible {
  /// The exit code with which the failure ends the program.
  public var exitCode: ExitCode
  /// The message: what went wrong, and what to do about it.
  public var description: String

  /// Makes a failure.
  public init(_ message: String, exitCode: ExitCode = .failed) {
    self.exitCode = exitCode
    description = message
  }

  /// The failure that standard output takes no more bytes.
  public static let outputFailed = CommandFailure(
    "standard output takes no more: check the disk, or what reads it")
}

/// An error in the command line.
public struct UsageError: ExitCoding, Hashable, CustomStringConvertible {
  /// The words that called the command, as `woof account add`.
  public var command: String
  /// The message, which names the mistake.
  public var message: String

  /// Makes an error.
  public init(command: String, message: String) {
    self.command = command
    self.message = message
  }

  /// The exit code 2.
  public var exitCode: ExitCode { .usage }

  /// The message, and on a second line the command that shows help.
  public var description: String { "\(message)\nTry: \(command) --help" }
}
