// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel
import WoofSync

/// Makes photos favourites.
struct FavouriteCommand: Command {
  static let name = "favourite"
  static let summary = "Makes photos favourites of who signs in."
  static let discussion = FavouriteSetting.discussion

  private let setting: FavouriteSetting

  init(from reader: inout ArgumentReader) { setting = FavouriteSetting(true, from: &reader) }

  func run() async throws -> ExitCode { await setting.run(Self.name) }
}

/// Makes photos no favourites any more.
struct UnfavouriteCommand: Command {
  static let name = "unfavourite"
  static let summary = "Makes photos no favourites any more."
  static let discussion = FavouriteSetting.discussion

  private let setting: FavouriteSetting

  init(from reader: inout ArgumentReader) { setting = FavouriteSetting(false, from: &reader) }

  func run() async throws -> ExitCode { await setting.run(Self.name) }
}

/// The part that the two commands share: the options, and the setting or unsetting of favourites.
struct FavouriteSetting: Sendable {
  static let discussion = """
    What is so already stays so. A photo that is refused does not keep the others from it; the exit code is 1 then.

    With --json, each line is the metadata of a photo after it, as the service sends it; of one that is refused it is an \
    object on standard error, with the members status (failed), id and error.
    """

  private let service: ServiceOptions
  private let isFavourite: Bool
  private let photos: [PhotoReference]

  init(_ isFavourite: Bool, from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    self.isFavourite = isFavourite
    photos = PhotoReference.several(from: &reader)
  }

  func run(_ command: String) async -> ExitCode {
    await service.perform(command, offline: offline) { session in
      var code = ExitCode.done
      let search = PhotoSearch(client: session.client, signsIn: true)
      for reference in photos {
        do {
          let photo = try await session.client.setFavourite(isFavourite, for: try await search.id(of: reference))
          StandardStream.output.write(service.printsJSON ? try JSONLine.text(photo) : line(photo))
        } catch {
          let result = try reference.failed(error)
          StandardStream.error.write(service.printsJSON ? result.json(done: "") : result.text(done: ""))
          code = .failed
        }
      }
      return code
    }
  }

  private func offline(_ session: ReplicaSession) async throws -> ExitCode {
    try await session.edit(photos, printsJSON: service.printsJSON) { id in
      try await session.replica.setFavourite(isFavourite, for: id)
      let photo = try session.photo(id)
      guard !service.printsJSON else { return try JSONLine.text(ReplicaPhotoLine(photo: photo)) }
      return line(photo.metadata, remark: Waiting.remark)
    }
  }

  private func line(_ photo: PhotoMetadata, remark: String = "") -> String {
    let caption = photo.caption.isEmpty ? photo.id.description : photo.caption.printable
    return "\(caption): \(photo.favouriteCount) \(photo.favouriteCount == 1 ? "favourite" : "favourites")\(remark)\n"
  }
}
