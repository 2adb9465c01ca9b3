// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
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
  private let limit: ListLimit

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    owner = reader.option("--owner", .text("NAME"), "Only photos of this account.")
    limit = ListLimit(from: &reader, all: "All that are found.")
    let first = reader.argument("WORD", "A word to look for.")
    words = [first] + reader.arguments("WORD", "Further ones; the last may be the beginning of one.")
  }

  func run() async throws -> ExitCode {
    await service.perform(Self.name) { session in
      let photos = session.client.searchPhotos(
        words.joined(separator: " "), owner: owner, pageSize: limit.pageSize(upTo: 500))
      try await Listing(
        photos, limit: limit.count, printsJSON: service.printsJSON, nothing: "No photo has all of these words."
      ).print(PhotoTable.text)
      return .done
    }
  }
}
