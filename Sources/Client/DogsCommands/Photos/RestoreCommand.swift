// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel
import WoofTerminal

/// Brings deleted photos back.
struct RestoreCommand: Command {
  static let name = "restore"
  static let summary = "Brings photos back that one has deleted."
  static let discussion = """
    They come back as they were, with their favourites; dogs trash lists those that can. A photo that is refused does not \
    keep the others from it; the exit code is 1 then.

    With --json, each line is the metadata of a photo after it, as the service sends it; of one that is refused it is an \
    object on standard error, with the members status (failed), id and error.
    """

  private let service: ServiceOptions
  private let photos: [PhotoReference]

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    photos = PhotoReference.several(from: &reader)
  }

  func run() async throws -> ExitCode {
    await service.perform(Self.name) { session in
      let search = PhotoSearch(client: session.client, includesPhotos: false, includesTrash: true)
      var code = ExitCode.done
      for reference in photos {
        do {
          let photo = try await session.client.restorePhoto(try await search.id(of: reference))
          let text = "restored  \(photo.id)  \(photo.visibility.rawValue)  \(photo.caption.printable)\n"
          StandardStream.output.write(service.printsJSON ? try JSONLine.text(photo) : text)
        } catch {
          let result = try reference.failed(error)
          StandardStream.error.write(service.printsJSON ? result.json(done: "") : result.text(done: ""))
          code = .failed
        }
      }
      return code
    }
  }
}

/// Lists photos that can be brought back.
struct TrashCommand: Command {
  static let name = "trash"
  static let summary = "Lists the photos that one has deleted and can bring back."
  static let discussion = """
    dogs restore brings them back, and dogs delete --forever erases them. With --json, each line is the metadata of a photo \
    as the service sends it, with deletedAt and restorableUntil.
    """

  private let service: ServiceOptions

  init(from reader: inout ArgumentReader) { service = ServiceOptions(from: &reader) }

  func run() async throws -> ExitCode {
    await service.perform(Self.name) { session in
      let trash = session.client.trash(pageSize: 500)
      try await Listing(
        items: trash, printsJSON: service.printsJSON, nothing: "There is nothing that could be restored."
      )
      .print(Self.table)
      return .done
    }
  }

  private static func table(_ photos: [DeletedPhoto], width: Int?) -> String {
    let short = ShortIDs(photos.map(\.photo.id))
    var table = TextTable(["ID", "RESTORABLE UNTIL", "CAPTION"], alignments: [.trailing, .trailing])
    for deleted in photos {
      let id = width == nil ? "\(deleted.photo.id)" : short.text(of: deleted.photo.id)
      table.append([id, "\(deleted.restorableUntil)", deleted.photo.caption])
    }
    return table.text(width: width)
  }
}
