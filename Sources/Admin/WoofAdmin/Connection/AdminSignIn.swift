// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient
import WoofCommandLine
import WoofSystem
import WoofTerminal

/// The sign-in of an administrator at a service elsewhere.
///
/// The credential comes from the environment, or else from the terminal.
struct AdminSignIn: SignInController {
  /// The environment variable with the name of the account that signs in.
  static let nameVariable = "WOOF_USER"
  /// The environment variable that may hold the password.
  static let passwordVariable = "WOOF_PASSWORD"

  private let name: String?
  private let password: String?

  init(environment: [String: String]) {
    name = environment[Self.nameVariable].flatMap { $0.isEmpty ? nil : $0 }
    password = name == nil ? nil : environment[Self.passwordVariable]
  }

  /// Asks for the credentials; those of the environment are tried once, as wrong ones stay wrong.
  ///
  /// - Throws: `CommandFailure` where there is no terminal to ask on, or the environment's password is wrong.
  func promptForCredential(_ prompt: SignInPrompt) async throws -> Credential {
    if let name, let password {
      guard prompt.reason == .required else {
        throw CommandFailure(
          "\(Self.nameVariable) or \(Self.passwordVariable) is wrong: \(prompt.host) has no account \(name.printable) with "
            + "this password")
      }
      return Credential(name: name, password: password)
    }
    guard let terminal = Terminal() else {
      throw CommandFailure(
        "\(prompt.host) wants to know who is there, and there is no terminal to ask on: set \(Self.nameVariable) and "
          + Self.passwordVariable)
    }
    let result = await SystemThread.run(named: "terminal") { Result { try ask(prompt, on: terminal) } }
    return try result.get()
  }

  private func ask(_ prompt: SignInPrompt, on terminal: Terminal) throws -> Credential {
    terminal.write(
      prompt.reason == .rejected
        ? "Name or password is wrong; try \(prompt.attempt) of \(prompt.attemptLimit).\n"
        : "\(prompt.host.printable) wants to know which administrator you are.\n")
    let questions = PasswordPrompt(input: terminal.descriptor, output: terminal.descriptor)
    let name = try self.name ?? questions.askForName("Name: ")
    return Credential(name: name, password: try questions.ask("Password for \(name.printable): "))
  }
}
