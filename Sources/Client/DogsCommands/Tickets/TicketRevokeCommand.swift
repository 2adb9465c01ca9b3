// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel

/// Revokes upload tickets.
struct TicketRevokeCommand: Command {
  static let name = "revoke"
  static let summary = "Revokes upload tickets: nothing can be uploaded with them any more."
  static let discussion = """
    What has come of an upload with one is removed; the photo of one that has been used stays. A ticket that is not there \
    does not keep the others from it; the exit code is 1 then.

    With --json, each line is an object with the members status (revoked or, on standard error, failed), id and, where it \
    failed, error.
    """

  private let service: ServiceOptions
  private let ids: [PhotoID]

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    let first = reader.argument(Self.ticket, otherwise: nil, "The ticket's id, as dogs ticket list shows it.")
    let others = reader.arguments(Self.ticket, "Further tickets.")
    ids = ([first] + others).compactMap(\.self)
  }

  // Ids of tickets are written as those of photos.
  private static let ticket = ArgumentKind<PhotoID?>("ID", allowed: "the id of a ticket") { text in
    PhotoID(text).map { .some($0) }
  }

  func run() async throws -> ExitCode {
    await service.perform("ticket \(Self.name)") { session in
      let run = ItemRun<PhotoID>(status: "revoked", printsJSON: service.printsJSON)
      return try await run.perform(ids) { try await session.client.revokeUploadTicket($0.description) }
    }
  }
}
