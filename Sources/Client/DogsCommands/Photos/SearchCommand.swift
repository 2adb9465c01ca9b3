// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel
import WoofTerminal

/// Searches photos by words.
struct SearchCommand: Command {
  static let name = "search"
  static let summary = "Searches photos by words, the best first."
  static let discussion = """
    A photo has all the words, and one that begins with the last: words of its caption, its owner, its format, its date, \
    as 2024, 2024-06 or June, and the titles of public albums; and where the photo is one's own, also those of the name of \
    its file, its camera, what else it says of itself, and one's other albums. Capitals and accents do not matter. With \
    --json, each line is the metadata of a photo as the service sends it.
    """

  private let service: ServiceOptions
  private let words: [String]
  private let owner: String?
  private let from: Timestamp?
  private let until: Timestamp?
  private let isByDate: Bool
  private let limit: ListLimit

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    owner = reader.option("--owner", .text("NAME"), "Only photos of this account.")
    from = reader.option("--from", MomentArgument.kind, "Only photos that were taken then or later.")
    until = reader.option("--until", MomentArgument.kind, "Only photos that were taken before then.")
    isByDate = reader.flag("--by-date", "The latest first, by when they were taken.")
    limit = ListLimit(from: &reader, all: "All that are found.")
    let first = reader.argument("WORD", "A word to look for.")
    words = [first] + reader.arguments("WORD", "Further ones; the last may be the beginning of one.")
  }

  func run() async throws -> ExitCode {
    await service.perform(Self.name) { session in
      let (text, pageSize) = (words.joined(separator: " "), limit.pageSize(upTo: 500))
      let photos =
        isByDate
        ? session.client.searchPhotosByDate(text, from: from, until: until, owner: owner, pageSize: pageSize)
        : session.client.searchPhotos(text, from: from, until: until, owner: owner, pageSize: pageSize)
      try await Listing(
        photos, limit: limit.count, printsJSON: service.printsJSON, nothing: "No photo has all of these words."
      ).print(PhotoTable.text)
      return .done
    }
  }
}
