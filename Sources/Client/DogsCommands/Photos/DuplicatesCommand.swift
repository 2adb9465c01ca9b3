// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
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

  private static let standardLimit = 50

  private let service: ServiceOptions
  private let limit: Int?
  private let deletes: Bool

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    let number = reader.option(
      "--limit", .integer(in: 1...1_000_000), "How many groups at most; by default \(Self.standardLimit).")
    let isAll = reader.flag("--all", "All groups.")
    limit = isAll ? nil : number ?? Self.standardLimit
    if isAll, number != nil { reader.refuse(because: "--all and --limit do not go together; leave one out") }
    deletes = reader.flag("--delete", "Deletes all of each group but the best.")
  }

  func run() async throws -> ExitCode {
    await service.perform(Self.name) { session in
      let groups = session.client.duplicates(pageSize: limit.map { min($0, 100) } ?? 100)
      guard !deletes else { return try await delete(groups, session.client) }
      try await Listing(
        items: groups.prefix(limit ?? Int.max), printsJSON: service.printsJSON, nothing: Self.nothing
      ).print(DuplicateTable.text)
      return .done
    }
  }

  private static let nothing = "None of your photos look alike."

  /// The groups are read before anything is deleted, as one that is deleted takes its group out of the list.
  private func delete(_ groups: DuplicateSequence, _ client: WoofClient) async throws -> ExitCode {
    var read: [DuplicateGroup] = []
    for try await group in groups.prefix(limit ?? Int.max) { read.append(group) }
    if read.isEmpty, !service.printsJSON { StandardStream.error.write("\(Self.nothing)\n") }
    var code = ExitCode.done
    for group in read {
      for item in try await client.change(group.others.map(\.id), by: .deletion) {
        switch item.result {
        case .success: StandardStream.output.write(line(item.id, group.best))
        case .failure(let error):
          let result = TransferResult(name: nil, id: item.id, status: .failed(try FailureReport(ofOne: error)))
          StandardStream.error.write(service.printsJSON ? result.json(done: "") : result.text(done: ""))
          code = .failed
        }
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
