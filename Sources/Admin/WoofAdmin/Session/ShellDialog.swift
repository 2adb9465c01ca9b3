// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofCommandLine
import WoofSystem

/// A dialog with the user at the terminal.
struct ShellDialog: Sendable {
  /// `true` if there is a user at a terminal to answer questions.
  let isPossible: Bool
  private let prompt: PasswordPrompt

  /// Makes a dialog on standard input.
  init(isPossible: Bool = StandardStream.input.isTerminal, prompt: PasswordPrompt = PasswordPrompt()) {
    self.isPossible = isPossible
    self.prompt = prompt
  }

  /// Asks a question; returns `true` if the answer is `y` or `yes`.
  ///
  /// - Throws: `CancellationError` where ^C was pressed.
  func confirm(_ question: String) async throws -> Bool {
    ["y", "yes"].contains(try await line("\(question) [y/N] ").lowercased())
  }

  /// Asks for a line, of which blanks at the ends do not count.
  ///
  /// - Throws: `CancellationError` where ^C was pressed; `CommandFailure` where there is no line.
  func line(_ question: String) async throws -> String {
    try await answer { prompt throws(PasswordError) in try prompt.askForName(question) }.trimmingBlanks
  }

  /// Asks for a new password, twice on a terminal, without showing it. Where there is none, reads a line.
  ///
  /// - Throws: As ``line(_:)``.
  func newPassword(of account: String) async throws -> String {
    let name = account.printable
    return try await answer { prompt throws(PasswordError) in
      try prompt.choose("New password of \(name): ", again: "The same again: ")
    }
  }

  private func answer(
    _ body: @escaping @Sendable (PasswordPrompt) throws(PasswordError) -> String
  ) async throws -> String {
    let prompt = prompt
    let result = await SystemThread.run(named: "terminal") { Result { () throws(PasswordError) in try body(prompt) } }
    do {
      return try result.get()
    } catch  where error.reason == .interrupted {
      throw CancellationError()
    } catch {
      throw CommandFailure("\(error)")
    }
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
