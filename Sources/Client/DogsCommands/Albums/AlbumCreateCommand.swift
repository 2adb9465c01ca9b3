// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel

/// Makes an album.
struct AlbumCreateCommand: Command {
  static let name = "create"
  static let summary = "Makes an album, of photos if some are named."
  static let discussion = """
    Photos are added in the order in which they are named. No album is made where the beginning of an id fits no photo, or \
    several. A photo that the service refuses does not keep the others from it; the exit code is 1 then.

    With --json, the first line is the album as the service sends it; then comes a line for each photo, as album add \
    prints it.
    """

  private let service: ServiceOptions
  private let visibility: Visibility?
  private let title: String
  private let photos: [PhotoReference]

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    visibility = reader.option(
      "--visibility", .choice("WHO", of: Visibility.self),
      "Who may see the album; by default you and its contributors alone. Its photos keep their own visibility.")
    title = reader.argument("TITLE", "The title.")
    photos = PhotoReference.any(from: &reader, "Your photos to add: their ids, or the beginnings of those.")
  }

  func run() async throws -> ExitCode {
    await service.perform("album \(Self.name)") { session in
      let search = PhotoSearch(client: session.client, signsIn: true)
      var ids: [PhotoID] = []
      for reference in photos { ids.append(try await search.id(of: reference)) }
      let album = try await session.client.createAlbum(titled: title, visibility: visibility)
      StandardStream.output.write(
        service.printsJSON ? try JSONLine.text(album) : "created  \(AlbumTable.line(album))")
      let change = AlbumChange(
        client: session.client, kind: .addition, album: album.id, printsJSON: service.printsJSON)
      return try await change.perform(on: ids)
    }
  }
}
