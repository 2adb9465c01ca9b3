// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofModel
import WoofTerminal

/// The error that ended a command of the shell, with its text for the user.
struct ShellFailure {
  private let error: any Error
  /// The words that called the command.
  private let called: String

  init(_ error: any Error, _ called: String = "") {
    self.error = error
    self.called = called
  }

  /// The exit code of the command: `interrupted` if it was cancelled, else that of the error, `failed` by default.
  var exitCode: ExitCode {
    if error is CancellationError { return .interrupted }
    return (error as? any ExitCoding)?.exitCode ?? .failed
  }

  /// Lines for standard error.
  ///
  /// - Parameters:
  ///   - place: The place of the command in a script; `nil` outside of scripts.
  ///   - isJSON: `true` for one line of JSON.
  func text(at place: String?, asJSON isJSON: Bool) -> String {
    guard isJSON else { return (place.map { "\($0): " } ?? "") + words + "\n" }
    var line = ErrorLine(error, code: (error as? AdminConnectionError)?.code)
    line.place = place
    return line.json
  }

  private var words: String {
    switch error {
    case is CancellationError: "Cancelled."
    case let error as UsageError:
      error.command.isEmpty ? "\(error.message)\nTry: help" : "\(error.command): \(error)"
    case is AdminConnectionError, is CommandLexer.Mistake: String(describing: error).printable
    case let error as WoofError: behindCalled(error.description.printable)
    case let error as any ExitCoding: behindCalled("\(error)")
    default: behindCalled(String(describing: error).printable)
    }
  }

  private func behindCalled(_ text: String) -> String { called.isEmpty ? text : "\(called): \(text)" }
}
