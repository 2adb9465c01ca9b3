// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel

/// Deletes an album.
struct AlbumDeleteCommand: Command {
  static let name = "delete"
  static let summary = "Deletes an album for good; its photos stay."
  static let discussion = """
    Nobody can bring the album back. What was in it is neither deleted nor changed.

    With --json, the line is an object with the members status (deleted) and id.
    """

  private let service: ServiceOptions
  private let album: AlbumReference

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    album = AlbumReference.one(from: &reader)
  }

  func run() async throws -> ExitCode {
    await service.perform("album \(Self.name)") { session in
      let id = try await AlbumSearch(client: session.client).id(of: album)
      try await session.client.deleteAlbum(id)
      guard service.printsJSON else {
        StandardStream.output.write("deleted  \(id)\n")
        return .done
      }
      StandardStream.output.write(
        JSONLine.object { writer in
          writer.name("status")
          writer.value("deleted")
          writer.name("id")
          writer.value(id.description)
        })
      return .done
    }
  }
}
