import WoofClient
import WoofCommandLine
import WoofModel
import WoofTerminal

/// Shows changes as they happen.
struct WatchCommand: Command {
  static let name = "watch"
  static let summary = "Shows the counts of favourites, and all other changes, as they happen."
  static let discussion = """
    On a terminal this is a table that changes in place; elsewhere it is a line for each change: its kind, the photo's \
    id, the number of favourites and the caption. A connection that ends is made anew, and nothing is missed by that; \
    where something may be missing all the same, a line about a gap says so.

    With --json, each line is an object whose member event is connected, disconnected, gap or change; a change has the \
    members of the photo's metadata as the service sends them, and change and kind.
    """

  private let service: ServiceOptions
  private let token: ChangeToken?
  private let limit: Int?
  private let isPlain: Bool

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    token = reader.option("--since", .text("TOKEN"), "Begins with what changed since this token; by default now.")
      .map { ChangeToken(rawValue: $0) }
    limit = reader.option("--count", .integer(in: 1...1_000_000_000), "Ends after so many changes.")
    isPlain = reader.flag("--lines", "Prints lines on a terminal too.")
  }

  func run() async throws -> ExitCode {
    await service.perform(Self.name) { session in
      let isTable = !service.printsJSON && !isPlain && StandardStream.output.isTerminal
      let watching = Watching(client: session.client, since: token, limit: limit)
      if isTable {
        try await watching.run(WatchTable(client: session.client))
      } else {
        try await watching.run(WatchLines(printsJSON: service.printsJSON))
      }
      return .done
    }
  }
}
