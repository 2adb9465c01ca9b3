// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel
import WoofTerminal

/// Lists app passwords.
struct AppPasswordListCommand: Command {
  static let name = "list"
  static let summary = "Lists the passwords of your apps, the newest first."
  static let discussion = """
    The passwords themselves are not shown again. When one was last used is told to the hour. Your own password is needed: \
    it is asked for, or taken from DOGS_USER and DOGS_PASSWORD.

    With --json, each line is an app password as the service sends it.
    """

  private let service: ServiceOptions

  init(from reader: inout ArgumentReader) { service = ServiceOptions(from: &reader) }

  func run() async throws -> ExitCode {
    await service.perform("app-password \(Self.name)") { session in
      let passwords = try session.accountClient(service).appPasswords(pageSize: 500)
      try await Listing(items: passwords, printsJSON: service.printsJSON, nothing: "There are no app passwords.")
        .print(Self.table)
      return .done
    }
  }

  private static func table(_ passwords: [AppPassword], width: Int?) -> String {
    var table = TextTable(
      ["ID", "FOR", "LAST USED", "ENDS", "NAME"], alignments: [.leading, .leading, .leading, .leading])
    for password in passwords {
      table.append([
        password.id, password.scopes.names.joined(separator: ","), password.usedAt.map { "\($0)" } ?? "never",
        password.expiresAt.map { "\($0)" } ?? "", password.name,
      ])
    }
    return table.text(width: width)
  }
}
