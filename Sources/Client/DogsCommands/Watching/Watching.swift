// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel
import WoofTerminal

/// A view that shows the events of a watch.
protocol WatchShowing {
  /// Shows one thing.
  mutating func show(_ event: WatchEvent) async throws
  /// Ends showing.
  mutating func end()
}

/// Listens to a service, and has what happens shown, until the task is cancelled or whoever watches has seen enough.
struct Watching: Sendable {
  private let client: WoofClient
  private let kinds: ChangeSubjects
  private let token: ChangeToken?
  private let limit: Int
  private let keys: TerminalKeys?

  /// - Parameters:
  ///   - kinds: The things that are watched.
  ///   - limit: The number of changes after which to end; `nil` for never.
  ///   - keys: The keys, one of which may end it; `nil` where there is no keyboard.
  init(
    client: WoofClient, kinds: ChangeSubjects = .photos, since token: ChangeToken?, limit: Int?,
    keys: TerminalKeys? = nil
  ) {
    self.client = client
    self.kinds = kinds
    self.token = token
    self.limit = limit ?? .max
    self.keys = keys
  }

  /// Listens, as long as standard output takes what there is to show.
  ///
  /// - Parameter tally: Counts what is shown.
  /// - Throws: `WoofError` where trying again does not help; `CancellationError` when the task is cancelled.
  func run(_ showing: some WatchShowing, tally: inout WatchTally) async throws {
    var showing = showing
    defer { showing.end() }
    let (events, continuation) = AsyncThrowingStream.makeStream(of: WatchEvent.self)
    let listening = Task { [client, kinds, token] in
      do {
        let report: @Sendable (PhotoEventConnection) -> Void = { continuation.yield(.connection($0)) }
        if kinds == .photos {
          for try await event in client.events(since: token, reporting: report) { continuation.yield(.event(event)) }
        } else {
          for try await event in client.events(kinds: kinds, since: token, reporting: report) {
            continuation.yield(WatchEvent(event))
          }
        }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    let typing = keys.map { keys in
      Task {
        for await key in keys.pressed where key | 0x20 == UInt8(ascii: "q") { continuation.yield(.ended) }
      }
    }
    continuation.onTermination = { _ in
      listening.cancel()
      typing?.cancel()
    }
    TerminalSignals.shared.onResizing { continuation.yield(.resized) }
    defer { TerminalSignals.shared.onResizing(nil) }
    for try await event in events {
      if case .ended = event { return tally.isCutShort = true }
      try await showing.show(event)
      tally.count(event)
      if tally.changeCount >= limit || !StandardStream.takesOutput { return }
    }
    tally.isCutShort = true
    try Task.checkCancellation()
  }
}

/// The numbers of changes and gaps during a watch.
struct WatchTally: Hashable, Sendable {
  private var counts: [ChangeKind: Int] = [:]
  private var sharingCount = 0
  private var gapCount = 0
  /// `true` if the user ended the watch, and `false` if it ended as asked at the beginning.
  var isCutShort = false

  /// The number of changes of all kinds so far.
  var changeCount: Int { counts.values.reduce(sharingCount, +) }

  /// Counts what happens.
  mutating func count(_ event: WatchEvent) {
    switch event {
    case .event(.change(let change)): counts[change.kind, default: 0] += 1
    case .event(.gap): gapCount += 1
    case .sharing: sharingCount += 1
    case .connection, .resized, .ended: break
    }
  }

  /// In words, as a line.
  ///
  /// - Parameter time: The time since watching began.
  func text(after time: Duration) -> String {
    func some(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
    let kinds = [
      (counts[.favourites] ?? 0, "of favourites"), (counts[.photo] ?? 0, "of photos"),
      (counts[.deleted] ?? 0, "deleted"), (sharingCount, "of albums and links"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let seconds = Int(time / .seconds(1))
    let minutes = (seconds + 30) / 60
    let changes = some(changeCount, "change") + (kinds.isEmpty ? "" : ": \(kinds.joined(separator: ", "))")
    let gaps = gapCount > 0 ? "; \(some(gapCount, "gap"))" : ""
    return "\(changes)\(gaps); watched for \(seconds < 120 ? some(seconds, "second") : some(minutes, "minute"))\n"
  }
}
