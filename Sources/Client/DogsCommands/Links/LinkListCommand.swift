// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel

/// Lists share links.
struct LinkListCommand: Command {
  static let name = "list"
  static let summary = "Lists one's share links that have not expired, the newest first."
  static let discussion = """
    Their addresses are not shown again. A link tells how often it was opened, and what its holders may do besides looking.

    With --json, each line is a link as the service sends it.
    """

  private let service: ServiceOptions
  private let reference: LinkTargetReference?

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    reference = LinkTargetReference.optional(from: &reader, "Only links to")
  }

  func run() async throws -> ExitCode {
    await service.perform("link \(Self.name)") { session in
      let client = session.client
      let target = try await reference?.target(client)
      let links = client.links(to: target, pageSize: 500)
      try await Listing(items: links, printsJSON: service.printsJSON, nothing: "There are no links.").print {
        LinkText.table($0, titles: try await titles(of: $0, to: target, client), width: $1)
      }
      return .done
    }
  }

  /// The titles of the albums that links show.
  ///
  /// - Parameter target: The one thing that all of them show; `nil` where they may show any.
  private func titles(
    of links: [ShareLink], to target: ShareLinkTarget?, _ client: WoofClient
  ) async throws -> [AlbumID: String] {
    if case .album(let id) = target { return [id: try await client.album(id).title] }
    let showsAlbum = links.contains { if case .album = $0.target { true } else { false } }
    guard showsAlbum else { return [:] }
    var titles: [AlbumID: String] = [:]
    for try await album in client.ownAlbums(pageSize: 500) { titles[album.id] = album.title }
    return titles
  }
}
