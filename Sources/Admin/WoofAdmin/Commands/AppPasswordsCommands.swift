// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofAdministration
import WoofCommandLine
import WoofModel

/// Lists app passwords.
struct AppPasswordsListCommand: ShellCommand {
  static let name = "list"
  static let summary = "Lists passwords that accounts have given to apps, the newest first."
  static let discussion = "The passwords themselves are kept nowhere. When one was last used is told to the hour."

  private let options: ListOptions
  private let owner: String?

  init(from reader: inout ArgumentReader) {
    options = ListOptions(from: &reader)
    owner = reader.option("--owner", .account(), "Only app passwords of this account.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    let table = ListTable<AdminAppPassword>([
      .text("ID") { $0.id }, .text("OWNER") { $0.owner }, .text("FOR") { $0.scopes.names.joined(separator: ",") },
      .text("LAST USED") { $0.usedAt.map { ShortText.moment($0) } ?? "never" },
      .text("ENDS") { $0.expiresAt.map { ShortText.moment($0) } ?? "" }, .text("NAME") { $0.name },
    ])
    try await context.list(.appPasswords(of: owner), options, table)
    return .done
  }
}

/// Revokes an app password.
struct AppPasswordsRevokeCommand: ChangingCommand {
  static let name = "revoke"
  static let summary = "Revokes a password of an app: who has it is signed in no longer."
  static let discussion = "The account and its own password stay as they are."

  private let options: ChangeOptions
  private let id: String

  init(from reader: inout ArgumentReader) {
    options = ChangeOptions(from: &reader, isDestructive: true)
    id = reader.argument(.appPassword, otherwise: "", "Which app password.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    guard try await context.perform(AdminChanges.revokeAppPassword(id), options) != nil else { return .done }
    try context.done(options.output, "The app password \(id) is revoked.\n")
    return .done
  }
}
