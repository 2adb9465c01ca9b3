// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofAdministration
import WoofClient
import WoofCommandLine
import WoofConfiguration
import WoofModel

/// Makes an invitation in the name of an account.
struct InvitationsCreateCommand: ChangingCommand {
  static let name = "create"
  static let summary = "Makes a link by which somebody may sign up."
  static let discussion = """
    The page of the link says that the account invites, which has to be one that may. The address is shown this once; \
    where no origin of the service is configured, it is the part that comes behind the address of the service.
    """

  private let options: ChangeOptions
  private let account: String
  private let terms: [String: JSONValue]

  init(from reader: inout ArgumentReader) {
    options = ChangeOptions(from: &reader)
    var terms: [String: JSONValue] = [:]
    if let note = reader.option("--note", .text("TEXT"), "For whom it is; guests never see it.") {
      terms["note"] = .string(note)
    }
    if let uses = reader.option("--uses", Self.uses, "How many accounts may be made by it; by default one.") {
      terms["useLimit"] = .integer(Int64(uses))
    }
    if let lifetime = reader.option("--lifetime", Self.lifetime, "How long it can be used; by default 7d.") {
      let end = Date().timeIntervalSince1970 * 1000
      terms["expiresAt"] = .string(
        Timestamp(milliseconds: Int64(end)).advanced(bySeconds: lifetime.components.seconds).description)
    }
    self.terms = terms
    account = reader.argument(.account(), otherwise: "", "The account that invites.")
  }

  private static let uses = ArgumentKind<Int>("NUMBER", allowed: "a number from 1 to 100") { text in
    Int(text).flatMap { (1...100).contains($0) ? $0 : nil }
  }

  private static let lifetime = ArgumentKind<Duration>("LENGTH", allowed: "a length of time up to 30d, as 12h or 14d") {
    Duration(spelling: $0).flatMap { $0 > .zero && $0 <= .seconds(2_592_000) ? $0 : nil }
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    let change = try AdminChanges.makeInvitation(by: account, terms)
    try context.print(try await context.perform(change, options), options) {
      "\(($0.url ?? "").printable)\nInvitation \($0.id.printable), until \(ShortText.moment($0.expiresAt)).\n"
    }
    return .done
  }
}

/// Lists invitations.
struct InvitationsListCommand: ShellCommand {
  static let name = "list"
  static let summary = "Lists invitations to sign up that have not ended, the newest first."
  static let discussion = "Their addresses are kept nowhere."

  private let options: ListOptions
  private let owner: String?

  init(from reader: inout ArgumentReader) {
    options = ListOptions(from: &reader)
    owner = reader.option("--owner", .account(), "Only invitations of this account.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    let table = ListTable<AdminInvitation>([
      .text("ID") { $0.id }, .text("OWNER") { $0.owner }, .text("USED") { "\($0.useCount) of \($0.useLimit)" },
      .text("UNTIL") { ShortText.moment($0.expiresAt) }, .text("CAME") { $0.accounts.joined(separator: ",") },
      .text("NOTE") { $0.note ?? "" },
    ])
    try await context.list(.invitations(of: owner), options, table)
    return .done
  }
}

/// Revokes an invitation.
struct InvitationsRevokeCommand: ChangingCommand {
  static let name = "revoke"
  static let summary = "Revokes an invitation: nobody can sign up by it any more."
  static let discussion = "Accounts that came by it stay as they are."

  private let options: ChangeOptions
  private let id: String

  init(from reader: inout ArgumentReader) {
    options = ChangeOptions(from: &reader, isDestructive: true)
    id = reader.argument(.invitation, otherwise: "", "Which invitation.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    guard try await context.perform(AdminChanges.revokeInvitation(id), options) != nil else { return .done }
    try context.done(options.output, "The invitation \(id) is revoked.\n")
    return .done
  }
}
