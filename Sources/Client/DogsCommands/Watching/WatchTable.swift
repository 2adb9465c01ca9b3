import WoofClient
import WoofCommandLine
import WoofTerminal

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
    case .resized, .ended: break
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
