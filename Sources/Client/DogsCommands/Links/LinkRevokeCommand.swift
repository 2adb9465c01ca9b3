// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel

/// Revokes share links.
struct LinkRevokeCommand: Command {
  static let name = "revoke"
  static let summary = "Revokes share links: nobody sees anything by them any more."
  static let discussion = """
    The albums and photos stay, and so does who may see them otherwise. What holders have downloaded they keep. A link that \
    is not there does not keep the others from it; the exit code is 1 then.

    With --json, each line is an object with the members status (revoked or, on standard error, failed), id and, where it \
    failed, error.
    """

  private let service: ServiceOptions
  private let ids: [ShareLinkID]

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    let first = Self.link(from: &reader)
    let others = reader.arguments(Self.kind, "Further links.")
    ids = ([first] + others).compactMap(\.self)
  }

  /// Declares and reads a link.
  static func link(from reader: inout ArgumentReader) -> ShareLinkID? {
    reader.argument(kind, otherwise: nil, "The link's id, as dogs link list shows it.")
  }

  private static let kind = ArgumentKind<ShareLinkID?>("LINK", allowed: "the id of a link; see: dogs link list") {
    ShareLinkID($0).map { .some($0) }
  }

  func run() async throws -> ExitCode {
    await service.perform("link \(Self.name)") { session in
      let run = ItemRun<ShareLinkID>(status: "revoked", printsJSON: service.printsJSON)
      return try await run.perform(ids) { try await session.client.revokeLink($0) }
    }
  }
}
