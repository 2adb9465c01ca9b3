// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel
import WoofTerminal

/// Shows one album.
struct AlbumShowCommand: Command {
  static let name = "show"
  static let summary = "Shows what is known of an album, and its photos in their order."
  static let discussion = """
    Photos of the album that one may not read are neither shown nor counted. With --json, the album is printed as the \
    service sends it, and no photos; those are printed by: dogs list --album ALBUM --json
    """

  private let service: ServiceOptions
  private let album: AlbumReference

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    album = AlbumReference.one(from: &reader)
  }

  func run() async throws -> ExitCode {
    await service.perform("album \(Self.name)") { session in
      let client = session.client
      let album = try await AlbumSearch(client: client).album(album)
      guard !service.printsJSON else {
        StandardStream.output.write(try JSONLine.text(album))
        return .done
      }
      let width = StandardStream.output.width
      StandardStream.output.write(AlbumTable.details(album, width: width))
      var photos: [PhotoMetadata] = []
      for try await photo in client.photos(in: album.id, pageSize: 500) { photos.append(photo) }
      if !photos.isEmpty { StandardStream.output.write("\n\(PhotoTable.text(photos, width: width))") }
      return .done
    }
  }
}
