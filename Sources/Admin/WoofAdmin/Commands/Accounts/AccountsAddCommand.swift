// SPDX-License-Identifier: Apache-2.0

import WoofAdministration
import WoofCommandLine
import WoofModel

/// The command `accounts add`, which asks for the password of the new account.
struct AccountsAddCommand: ChangingCommand {
  static let name = "add"
  static let summary = "Adds an account, whose password is asked for."
  static let discussion = """
    The password is never an argument: it is typed twice, unseen. Where there is no terminal, it is the next line of \
    standard input.
    """

  private let options: ChangeOptions
  private let isAdministrator: Bool
  private let account: String

  init(from reader: inout ArgumentReader) {
    options = ChangeOptions(from: &reader)
    isAdministrator = reader.flag("--admin", "Lets the account administer the service.")
    account = reader.argument(ArgumentKind("NAME") { $0.isEmpty ? nil : $0 }, otherwise: "", "The new account's name.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    // What is planned needs no password, and the service wants one all the same.
    let password = context.isPlan ? "only planned" : try await context.dialog.newPassword(of: account)
    let change = try AdminChanges.addAccount(account, password: password, isAdministrator: isAdministrator)
    try context.print(try await context.perform(change, options), options) { "Added \($0.name.printable).\n" }
    return .done
  }
}

/// Sets an account's password.
struct AccountsPasswordCommand: ChangingCommand {
  static let name = "password"
  static let summary = "Sets an account's password, which is asked for."
  static let discussion = AccountsAddCommand.discussion

  private let options: ChangeOptions
  private let account: String

  init(from reader: inout ArgumentReader) {
    options = ChangeOptions(from: &reader)
    account = reader.argument(.account(), otherwise: "", "The account's name.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    let password = context.isPlan ? "only planned" : try await context.dialog.newPassword(of: account)
    let change = try AdminChanges.setPassword(of: account, to: password)
    guard try await context.perform(change, options) != nil else { return .done }
    try context.done(options.output, "\(account.printable) has a new password.\n")
    return .done
  }
}
