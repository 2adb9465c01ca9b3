// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel
import WoofTerminal

/// Lists invitations.
struct InviteListCommand: Command {
  static let name = "list"
  static let summary = "Lists your invitations that have not ended, and who came by them."
  static let discussion = """
    Their addresses are not shown again. Your own password is needed: it is asked for, or taken from DOGS_USER and \
    DOGS_PASSWORD.

    With --json, each line is an invitation as the service sends it.
    """

  private let service: ServiceOptions

  init(from reader: inout ArgumentReader) { service = ServiceOptions(from: &reader) }

  func run() async throws -> ExitCode {
    await service.perform("invite \(Self.name)") { session in
      let invitations = try session.accountClient(service).invitations(pageSize: 500)
      try await Listing(items: invitations, printsJSON: service.printsJSON, nothing: "There are no invitations.")
        .print(Self.table)
      return .done
    }
  }

  private static func table(_ invitations: [Invitation], width: Int?) -> String {
    var table = TextTable(
      ["ID", "USED", "ENDS", "CAME", "NOTE"], alignments: [.leading, .leading, .leading, .leading])
    for invitation in invitations {
      table.append([
        invitation.id, "\(invitation.useCount) of \(invitation.useLimit)", "\(invitation.expiresAt)",
        invitation.accounts.joined(separator: ","), invitation.note ?? "",
      ])
    }
    return table.text(width: width)
  }
}
