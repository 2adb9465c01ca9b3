// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofConfiguration
import WoofModel
import WoofTerminal

/// Lists photos that look alike, or deletes all but the best of each group.
struct DuplicatesCommand: Command {
  static let name = "duplicates"
  static let summary = "Lists your photos that look alike, in groups, and deletes all but the best if asked."
  static let discussion = """
    The photos of a group are the same picture in another size, quality or tone, or were taken within moments. The best, \
    which is marked, has the most pixels, and among as many the most bytes. Groups come with the newest photo first. The \
    service compares pictures by a plugin; without one there are no groups.

    With --delete, all of the listed groups but the best are deleted; dogs restore brings them back for a while. Look at the \
    list first. A photo that is refused does not keep the others from it; the exit code is 1 then. Of a group of more than \
    100 photos the others go with the next run.

    With --json, each line is a group as the service sends it, with the members best, photoCount and photos. With --delete \
    too, each line is a photo, with the members status (deleted), id and best; of one that is refused it is an object on \
    standard error, with status (failed), id and error.
    """

  private let service: ServiceOptions
  private let limit: ListLimit
  private let deletes: Bool

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    limit = ListLimit(from: &reader, of: "groups", all: "All groups.")
    deletes = reader.flag("--delete", "Deletes all of each group but the best.")
  }

  func run() async throws -> ExitCode {
    await service.perform(Self.name) { session in
      let groups = session.client.duplicates(pageSize: limit.pageSize(upTo: 100)).prefix(limit.count ?? .max)
      guard !deletes else { return try await delete(groups, session.client) }
      try await Listing(items: groups, printsJSON: service.printsJSON, nothing: Self.nothing).print(DuplicateTable.text)
      return .done
    }
  }

  private static let nothing = "None of your photos look alike."

  /// The groups are read before anything is deleted, as one that is deleted takes its group out of the list.
  private func delete(_ groups: AsyncPrefixSequence<DuplicateSequence>, _ client: WoofClient) async throws -> ExitCode {
    var others: [(id: PhotoID, best: PhotoID)] = []
    for try await group in groups { others += group.others.map { ($0.id, group.best) } }
    if others.isEmpty, !service.printsJSON { StandardStream.error.write("\(Self.nothing)\n") }
    var code = ExitCode.done
    for (item, other) in zip(try await client.change(others.map(\.id), by: .deletion), others) {
      switch item.result {
      case .success: StandardStream.output.write(line(item.id, other.best))
      case .failure(let error):
        let result = TransferResult(name: nil, id: item.id, status: .failed(try FailureReport(ofOne: error)))
        StandardStream.error.write(service.printsJSON ? result.json(done: "") : result.text(done: ""))
        code = .failed
      }
    }
    return code
  }

  private func line(_ id: PhotoID, _ best: PhotoID) -> String {
    guard service.printsJSON else { return "deleted  \(id)  looks like \(best)\n" }
    return JSONLine.object { writer in
      writer.name("status")
      writer.value("deleted")
      writer.name("id")
      writer.value(id)
      writer.name("best")
      writer.value(best)
    }
  }
}

/// Groups of photos that look alike as a table for a terminal.
private enum DuplicateTable {
  /// So many columns of a terminal are left to captions at the least, if they need as many.
  private static let captionWidth = 24

  /// The headings and a line for each photo, with the number of its group; the best of a group has a star. A terminal that is
  /// too narrow for all of it is shown the beginnings of ids, which every command takes in their place.
  ///
  /// - Parameter width: The number of columns of the terminal; `nil` where there is none, and all is shown.
  static func text(_ groups: [DuplicateGroup], width: Int?) -> String {
    let photos = groups.flatMap(\.photos)
    let whole = table(groups) { $0.description }
    if whole.fits(width, leaving: captionWidth, to: photos.map(\.caption)) { return whole.text(width: width) }
    let short = ShortIDs(photos.map(\.id))
    return table(groups) { short.text(of: $0) }.text(width: width)
  }

  private static func table(_ groups: [DuplicateGroup], id: (PhotoID) -> String) -> TextTable {
    var table = TextTable(
      ["GROUP", "BEST", "ID", "PIXELS", "SIZE", "UPLOADED", "CAPTION"],
      alignments: [.trailing, .leading, .trailing, .trailing, .trailing, .leading, .leading])
    for (number, group) in groups.enumerated() {
      for photo in group.photos {
        table.append([
          "\(number + 1)", photo.id == group.best ? "*" : "", id(photo.id), "\(photo.width)x\(photo.height)",
          ByteCount.bytes(photo.byteCount).short, "\(photo.createdAt.description.prefix(10))", photo.caption,
        ])
      }
    }
    return table
  }
}
