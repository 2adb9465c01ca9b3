// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel
import WoofTerminal

/// Lists what guests of a share link like.
struct LinkLikesCommand: Command {
  static let name = "likes"
  static let summary = "Lists what those who have a link like, the newest first."
  static let discussion = """
    The names are those that they gave; nobody has checked whose they are. Likes count apart from favourites, and go with the \
    link.

    With --json, each line is a like as the service sends it.
    """

  private let service: ServiceOptions
  private let id: ShareLinkID?

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    id = LinkRevokeCommand.link(from: &reader)
  }

  func run() async throws -> ExitCode {
    await service.perform("link \(Self.name)") { session in
      guard let id else { return .usage }
      let likes = session.client.likes(ofLink: id, pageSize: 500)
      try await Listing(items: likes, printsJSON: service.printsJSON, nothing: "Nobody likes anything yet.").print {
        LinkText.table($0, width: $1)
      }
      return .done
    }
  }
}
