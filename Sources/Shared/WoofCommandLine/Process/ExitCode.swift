/// What a program tells its caller when it ends.
public struct ExitCode: RawRepresentable, Hashable, Sendable {
  /// The number, 0 to 255.
  public let rawValue: Int32

  /// Makes a code of its number.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// What was asked for is done: 0.
  public static let done = ExitCode(rawValue: 0)
  /// It was refused or failed: 1.
  public static let failed = ExitCode(rawValue: 1)
  /// The command line was wrong: 2.
  public static let usage = ExitCode(rawValue: 2)
  /// The user interrupted it: 130, as shells say of `SIGINT`.
  public static let interrupted = ExitCode(rawValue: 130)
}

/// An error that knows the exit code it ends a program with; others end it with 1.
public protocol ExitCoding: Error {
  /// The code.
  var exitCode: ExitCode { get }
}

/// A command failed with a code of its own.
public struct CommandFailure: ExitCoding, CustomStringConvertible {
  /// The code.
  public var exitCode: ExitCode
  /// What went wrong and what to do about it.
  public var description: String

  /// Makes a failure.
  public init(_ message: String, exitCode: ExitCode = .failed) {
    self.exitCode = exitCode
    description = message
  }

  /// Standard output takes no more.
  public static let outputFailed = CommandFailure(
    "standard output takes no more: check the disk, or what reads it")
}

/// The command line was wrong.
public struct UsageError: ExitCoding, Hashable, CustomStringConvertible {
  /// The words that called the command, as `woof account add`.
  public var command: String
  /// What is wrong.
  public var message: String

  /// Makes an error.
  public init(command: String, message: String) {
    self.command = command
    self.message = message
  }

  /// 2.
  public var exitCode: ExitCode { .usage }

  /// What is wrong, and on a second line how to get help.
  public var description: String { "\(message)\nTry: \(command) --help" }
}
