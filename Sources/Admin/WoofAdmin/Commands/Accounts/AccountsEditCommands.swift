// SPDX-License-Identifier: Apache-2.0

import WoofAdministration
import WoofCommandLine
import WoofModel

/// Refuses an account's sign-in.
struct AccountsDisableCommand: ChangingCommand {
  static let name = "disable"
  static let summary = "Refuses an account's sign-in; what it has stays."

  private let edit: AccountEdit

  init(from reader: inout ArgumentReader) { edit = AccountEdit(from: &reader) }

  func run(in context: ShellContext) async throws -> ExitCode {
    try await edit.run(["disabled": true], in: context) { "\($0) cannot sign in any more.\n" }
  }
}

/// Takes an account's sign-in again.
struct AccountsEnableCommand: ChangingCommand {
  static let name = "enable"
  static let summary = "Lets an account sign in again."

  private let edit: AccountEdit

  init(from reader: inout ArgumentReader) { edit = AccountEdit(from: &reader) }

  func run(in context: ShellContext) async throws -> ExitCode {
    try await edit.run(["disabled": false], in: context) { "\($0) can sign in.\n" }
  }
}

/// Makes an account an administrator, or no administrator.
struct AccountsAdminCommand: ChangingCommand {
  static let name = "admin"
  static let summary = "Lets an account administer the service, or no longer."

  private let edit: AccountEdit
  private let isTaken: Bool

  init(from reader: inout ArgumentReader) {
    isTaken = reader.flag("--no", "Takes the right away.")
    edit = AccountEdit(from: &reader)
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    try await edit.run(["admin": .bool(!isTaken)], in: context) { name in
      isTaken ? "\(name) is no administrator any more.\n" : "\(name) is an administrator.\n"
    }
  }
}

/// The command `accounts delete`, which deletes the account's photos, too.
struct AccountsDeleteCommand: ChangingCommand {
  static let name = "delete"
  static let summary = "Deletes an account and its photos, which can be restored for a while. Its name stays taken."

  private let options: ChangeOptions
  private let account: String

  init(from reader: inout ArgumentReader) {
    options = ChangeOptions(from: &reader, isDestructive: true)
    account = reader.argument(.account(), otherwise: "", "The account's name.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    guard try await context.perform(AdminChanges.deleteAccount(account), options) != nil else { return .done }
    try context.done(options.output, "Deleted \(account.printable).\n")
    return .done
  }
}

/// The options of the commands that edit an account, and the request that they have in common.
private struct AccountEdit: Sendable {
  private let options: ChangeOptions
  private let account: String

  init(from reader: inout ArgumentReader) {
    options = ChangeOptions(from: &reader)
    account = reader.argument(.account(), otherwise: "", "The account's name.")
  }

  func run(
    _ members: [String: JSONValue], in context: ShellContext, _ sentence: (String) -> String
  ) async throws -> ExitCode {
    let change = try AdminChanges.edit(account: account, members)
    try context.print(try await context.perform(change, options), options) { sentence($0.name.printable) }
    return .done
  }
}
