// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofAdministration
import WoofCommandLine
import WoofModel

/// Lists browser sessions.
struct SessionsListCommand: ShellCommand {
  static let name = "list"
  static let summary = "Lists browsers in which accounts have signed in, the newest sign-in first."
  static let discussion = "Browsers and systems are what the browser says of itself. The last use is told to the hour."

  private let options: ListOptions
  private let owner: String?

  init(from reader: inout ArgumentReader) {
    options = ListOptions(from: &reader)
    owner = reader.option("--owner", .account(), "Only sessions of this account.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    let table = ListTable<AdminBrowserSession>([
      .text("ID") { $0.id }, .text("OWNER") { $0.owner }, .text("BROWSER") { $0.browser ?? "" },
      .text("SYSTEM") { $0.system ?? "" }, .text("SINCE") { ShortText.moment($0.createdAt) },
      .text("LAST USED") { ShortText.moment($0.usedAt) }, .text("ENDS") { ShortText.moment($0.expiresAt) },
    ])
    try await context.list(.browserSessions(of: owner), options, table)
    return .done
  }
}

/// Ends a browser session.
struct SessionsEndCommand: ChangingCommand {
  static let name = "end"
  static let summary = "Ends a session: its browser is signed in no longer."
  static let discussion =
    "The account and its password stay as they are. To end all sessions of an account, give it another password."

  private let options: ChangeOptions
  private let id: String

  init(from reader: inout ArgumentReader) {
    options = ChangeOptions(from: &reader, isDestructive: true)
    id = reader.argument(.browserSession, otherwise: "", "Which session.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    guard try await context.perform(AdminChanges.endBrowserSession(id), options) != nil else { return .done }
    try context.done(options.output, "The session \(id) has ended.\n")
    return .done
  }
}
