// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofAdministration
import WoofCommandLine
import WoofModel

/// Lists upload tickets.
struct TicketsListCommand: ShellCommand {
  static let name = "list"
  static let summary = "Lists upload tickets that have not expired, the newest first."
  static let discussion = "Their addresses are secret, and nobody is shown them again."

  private let options: ListOptions
  private let owner: String?

  init(from reader: inout ArgumentReader) {
    options = ListOptions(from: &reader)
    owner = reader.option("--owner", .account(), "Only tickets of this account.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    let table = ListTable<AdminTicket>([
      .text("ID") { $0.id }, .text("OWNER") { $0.owner },
      .text("UNTIL") { ShortText.moment($0.expiresAt) }, .text("STATE") { $0.photo == nil ? "open" : "used" },
      .number("SIZE") { ShortText.bytes($0.byteCount) }, .text("CAPTION") { $0.caption },
    ])
    try await context.list(.tickets(of: owner), options, table)
    return .done
  }
}

/// Revokes an upload ticket.
struct TicketsRevokeCommand: ChangingCommand {
  static let name = "revoke"
  static let summary = "Revokes an upload ticket: nothing can be uploaded with it any more."
  static let discussion = """
    What has come of an upload with it is removed. The photo of a ticket that has been used stays.
    """

  private let options: ChangeOptions
  private let id: String

  init(from reader: inout ArgumentReader) {
    options = ChangeOptions(from: &reader, isDestructive: true)
    id = reader.argument(.ticket, otherwise: "", "Which ticket.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    guard try await context.perform(AdminChanges.revokeTicket(id), options) != nil else { return .done }
    try context.done(options.output, "The ticket \(id) is revoked.\n")
    return .done
  }
}
