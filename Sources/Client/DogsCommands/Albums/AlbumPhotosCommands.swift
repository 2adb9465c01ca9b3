// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel

/// Adds photos to an album.
struct AlbumAddCommand: Command {
  static let name = "add"
  static let summary = "Adds photos to the end of an album, in the order in which they are named."
  static let discussion = """
    They are your own photos, and the album is yours or one that you contribute to. A photo that is in it already stays \
    where it is. Being in an album changes nothing of a photo, who may see it included. A photo that is refused does not \
    keep the others from it; the exit code is 1 then.

    With --json, each line is an object with the members status (added or, on standard error, failed), id, album and, where \
    it failed, error.
    """

  private let change: AlbumPhotos

  init(from reader: inout ArgumentReader) { change = AlbumPhotos(.addition, from: &reader) }

  func run() async throws -> ExitCode { await change.run("album \(Self.name)") }
}

/// Takes photos out of an album.
struct AlbumRemoveCommand: Command {
  static let name = "remove"
  static let summary = "Takes photos out of an album; they are not deleted."
  static let discussion = """
    The owner of an album takes out any photo, a contributor its own. A photo that is not in the album changes nothing. A \
    photo that is refused does not keep the others from it; the exit code is 1 then.

    With --json, each line is an object with the members status (removed or, on standard error, failed), id, album and, \
    where it failed, error.
    """

  private let change: AlbumPhotos

  init(from reader: inout ArgumentReader) { change = AlbumPhotos(.removal, from: &reader) }

  func run() async throws -> ExitCode { await change.run("album \(Self.name)") }
}

/// The part that the two commands share: an album, and photos to add to it or to take out.
private struct AlbumPhotos: Sendable {
  private let service: ServiceOptions
  private let kind: AlbumChange.Kind
  private let album: AlbumReference
  private let photos: [PhotoReference]

  init(_ kind: AlbumChange.Kind, from reader: inout ArgumentReader) {
    self.kind = kind
    service = ServiceOptions(from: &reader)
    album = AlbumReference.one(from: &reader)
    photos = PhotoReference.several(from: &reader)
  }

  func run(_ command: String) async -> ExitCode {
    await service.perform(command) { session in
      let id = try await AlbumSearch(client: session.client).id(of: album)
      let change = AlbumChange(client: session.client, kind: kind, album: id, printsJSON: service.printsJSON)
      return try await change.perform(on: photos)
    }
  }
}
