// SPDX-License-Identifier: Apache-2.0

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
    where something may be missing all the same, a line about a gap says so. ^C ends it, and in the table q, too; then \
    standard error gets a line that says how much has changed.

    With --json, each line is an object whose member event is connected, disconnected, gap or change; a change has the \
    members of the photo's metadata as the service sends them, and change and kind.

    With --kinds, changes of albums and of one's share links come too, as lines: of an album its id, the number of its photos \
    and its title. A TOKEN does for the kinds that it was given for.
    """

  private let service: ServiceOptions
  private let token: ChangeToken?
  private let limit: Int?
  private let isPlain: Bool
  private let kinds: ChangeSubjects

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    token = reader.option("--since", .text("TOKEN"), "Begins with what changed since this token; by default now.")
      .map { ChangeToken(rawValue: $0) }
    limit = reader.option("--count", .integer(in: 1...1_000_000_000), "Ends after so many changes.")
    isPlain = reader.flag("--lines", "Prints lines on a terminal too.")
    kinds = reader.option("--kinds", ChangeKindsArgument.kind, "What to watch; by default photos alone.") ?? .photos
  }

  func run() async throws -> ExitCode {
    await service.perform(Self.name) { session in
      let isTable = !service.printsJSON && !isPlain && kinds == .photos && StandardStream.output.isTerminal
      let keys = isTable ? TerminalKeys() : nil
      defer { keys?.stop() }
      let start = ContinuousClock.now
      var tally = WatchTally()
      defer {
        if tally.isCutShort, !service.printsJSON {
          StandardStream.error.write(tally.text(after: ContinuousClock.now - start))
        }
      }
      let watching = Watching(client: session.client, kinds: kinds, since: token, limit: limit, keys: keys)
      if isTable {
        let table = WatchTable(client: session.client, ending: keys == nil ? "^C ends" : "q ends")
        try await watching.run(table, tally: &tally)
      } else {
        try await watching.run(WatchLines(printsJSON: service.printsJSON), tally: &tally)
      }
      return .done
    }
  }
}

/// Shows what happens as lines: changes on standard output, and what becomes of the connection on standard error, or all
/// of it as JSON on standard output.
struct WatchLines: WatchShowing {
  let printsJSON: Bool

  func show(_ event: WatchEvent) throws {
    if printsJSON {
      if let line = try event.json { StandardStream.output.write(line) }
    } else if let line = event.text {
      switch event {
      case .event(.change(_)), .sharing(_): StandardStream.output.write(line)
      default: StandardStream.error.write(line)
      }
    }
  }

  func end() {}
}

/// Shows the counts as a table on a screen of its own.
struct WatchTable: WatchShowing {
  private let client: WoofClient
  private var counts: LiveCounts

  /// - Parameter ending: Says how it is ended.
  init(client: WoofClient, ending: String) {
    self.client = client
    counts = LiveCounts(ending: ending)
    FullScreen.enter()
    redraw()
  }

  mutating func show(_ event: WatchEvent) async throws {
    switch event {
    case .resized, .ended, .sharing(_): break
    case .connection(.connected):
      counts.connect()
      try await refresh()
    case .connection(.retrying(_, _)): counts.disconnect(event.text?.filter { $0 != "\n" } ?? "")
    case .event(.gap(_)):
      counts.miss()
      try await refresh()
    case .event(.change(let change)):
      if counts.hasMissedChanges { try await refresh() }
      counts.take(change)
    }
    redraw()
  }

  func end() { FullScreen.leave() }

  /// Takes what there is now: events tell only what changes.
  private mutating func refresh() async throws {
    redraw()
    do {
      guard let page = try await client.photos(pageSize: 100).pages.first(where: { _ in true }) else { return }
      counts.replace(with: page.items)
    } catch let error as WoofError where error.isWorthRetrying {
      // It is tried again when the connection is made anew, and after a gap with the next change.
    }
  }

  private func redraw() {
    FullScreen.show(counts.lines(TerminalSize(of: .output) ?? TerminalSize(columns: 80, rows: 24)))
  }
}
