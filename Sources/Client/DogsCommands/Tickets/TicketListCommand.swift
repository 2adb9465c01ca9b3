// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofConfiguration
import WoofModel
import WoofTerminal

/// Lists upload tickets.
struct TicketListCommand: Command {
  static let name = "list"
  static let summary = "Lists one's upload tickets that have not expired, the newest first."
  static let discussion = """
    Their addresses are not shown again. A ticket that has been used tells the photo that became of it.

    With --json, each line is a ticket as the service sends it.
    """

  private let service: ServiceOptions

  init(from reader: inout ArgumentReader) { service = ServiceOptions(from: &reader) }

  func run() async throws -> ExitCode {
    await service.perform("ticket \(Self.name)") { session in
      let tickets = session.client.uploadTickets(pageSize: 500)
      try await Listing(items: tickets, printsJSON: service.printsJSON, nothing: "There are no tickets.")
        .print(Self.table)
      return .done
    }
  }

  private static func table(_ tickets: [UploadTicket], width: Int?) -> String {
    var table = TextTable(
      ["ID", "USABLE UNTIL", "VISIBILITY", "SIZE", "PHOTO", "CAPTION"],
      alignments: [.leading, .leading, .leading, .trailing])
    for ticket in tickets {
      table.append([
        ticket.id, "\(ticket.expiresAt)", ticket.visibility.rawValue, ByteCount.bytes(ticket.byteCount).short,
        ticket.photo?.description ?? "", ticket.caption,
      ])
    }
    return table.text(width: width)
  }
}
