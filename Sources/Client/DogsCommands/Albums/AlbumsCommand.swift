// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel
import WoofTerminal

/// Lists albums.
struct AlbumsCommand: Command {
  static let name = "albums"
  static let summary = "Lists the albums that one owns or adds to, the newest first."
  static let discussion = """
    The number of photos is that of those that one may read. With --all or --owner, the list has those of others too \
    that are public; dogs list --album shows what is in one.

    With --json, each line is an album as the service sends it.
    """

  private let service: ServiceOptions
  private let isAll: Bool
  private let owner: String?

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    isAll = reader.flag("--all", "The public albums of all, too.")
    owner = reader.option("--owner", .text("NAME"), "Only albums of this account.")
    if isAll, owner != nil { reader.refuse(because: "--all and --owner do not go together; leave one out") }
  }

  func run() async throws -> ExitCode {
    await service.perform(Self.name) { session in
      let albums =
        isAll || owner != nil
        ? session.client.albums(owner: owner, pageSize: 500) : session.client.ownAlbums(pageSize: 500)
      try await Listing(items: albums, printsJSON: service.printsJSON, nothing: "There are no albums.")
        .print(AlbumTable.text)
      return .done
    }
  }
}
