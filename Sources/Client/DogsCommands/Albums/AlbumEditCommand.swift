// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel

/// Changes what is said of an album.
struct AlbumEditCommand: Command {
  static let name = "edit"
  static let summary = "Changes the title of an album, who may see it, or its cover."
  static let discussion = """
    What is not named stays as it is. To make an album public makes none of its photos public: readers see those that they \
    may see anyway. The cover is a photo of the album; with none, the first photo is the cover again.

    With --json, the line is the album after it, as the service sends it.
    """

  private let service: ServiceOptions
  private let title: String?
  private let visibility: Visibility?
  private let cover: CoverReference?
  private let album: AlbumReference

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    title = reader.option("--title", .text("TEXT"), "The new title.")
    visibility = reader.option("--visibility", .choice("WHO", of: Visibility.self), "Who may see the album.")
    cover = reader.option("--cover", CoverReference.kind, "The photo that stands for the album.")
    album = AlbumReference.one(from: &reader)
    if title == nil, visibility == nil, cover == nil, !reader.hasMistakes {
      reader.refuse(because: "say what to change: --title TEXT, --visibility WHO or --cover ID")
    }
  }

  func run() async throws -> ExitCode {
    await service.perform("album \(Self.name)") { session in
      let client = session.client
      let id = try await AlbumSearch(client: client).id(of: album)
      let edited = try await client.editAlbum(
        id, title: title, visibility: visibility, cover: try await cover(client))
      StandardStream.output.write(service.printsJSON ? try JSONLine.text(edited) : AlbumTable.line(edited))
      return .done
    }
  }

  private func cover(_ client: WoofClient) async throws -> AlbumCover? {
    switch cover {
    case .photo(let reference): .photo(try await PhotoSearch(client: client, signsIn: true).id(of: reference))
    case .some(.none): .first
    case nil: nil
    }
  }
}

/// The cover of an album as a command line names it.
private enum CoverReference: Hashable, Sendable {
  case photo(PhotoReference)
  /// No photo of its own, so that the first one is the cover.
  case none

  static let kind = ArgumentKind<CoverReference>(
    "ID", allowed: "the id of a photo, its first characters, or none", completion: .words(["none"])
  ) { text in
    text == "none" ? CoverReference.none : PhotoReference(text).map { .photo($0) }
  }
}
