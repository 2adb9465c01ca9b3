// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel

/// Revokes invitations.
struct InviteRevokeCommand: Command {
  static let name = "revoke"
  static let summary = "Revokes invitations: nobody can use them any more."
  static let discussion = """
    Accounts that were made by them stay. An invitation that is not there does not keep the others from it; the exit code \
    is 1 then. Your own password is needed: it is asked for, or taken from DOGS_USER and DOGS_PASSWORD.

    With --json, each line is an object with the members status (revoked or, on standard error, failed), id and, where it \
    failed, error.
    """

  private let service: ServiceOptions
  private let ids: [PhotoID]

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    let first = reader.argument(
      Self.invitation, otherwise: nil, "The invitation's id, as dogs invite list shows it.")
    let others = reader.arguments(Self.invitation, "Further invitations.")
    ids = ([first] + others).compactMap(\.self)
  }

  // Ids of invitations are written as those of photos.
  private static let invitation = ArgumentKind<PhotoID?>("ID", allowed: "the id of an invitation") { text in
    PhotoID(text).map { .some($0) }
  }

  func run() async throws -> ExitCode {
    await service.perform("invite \(Self.name)") { session in
      let client = try session.accountClient(service)
      let run = ItemRun<PhotoID>(status: "revoked", printsJSON: service.printsJSON)
      return try await run.perform(ids) { try await client.revokeInvitation($0.description) }
    }
  }
}
