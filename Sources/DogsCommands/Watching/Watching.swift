import WoofClient
import WoofCommandLine
import WoofModel
import WoofTerminal

/// Where what happens is shown.
protocol WatchShowing {
  /// Shows one thing.
  mutating func show(_ event: WatchEvent) async throws
  /// Ends showing.
  mutating func end()
}

/// Listens to a service, and has what happens shown, until the task is cancelled.
struct Watching: Sendable {
  private let client: WoofClient
  private let token: ChangeToken?
  private let limit: Int

  /// - Parameter limit: After how many changes to end; `nil` for never.
  init(client: WoofClient, since token: ChangeToken?, limit: Int?) {
    self.client = client
    self.token = token
    self.limit = limit ?? .max
  }

  /// Listens, as long as standard output takes what there is to show.
  ///
  /// - Throws: `WoofError` where trying again does not help; `CancellationError` when the task is cancelled.
  func run(_ showing: some WatchShowing) async throws {
    var showing = showing
    defer { showing.end() }
    let (events, continuation) = AsyncThrowingStream.makeStream(of: WatchEvent.self)
    let listening = Task { [client, token] in
      do {
        for try await event in client.events(since: token, reporting: { continuation.yield(.connection($0)) }) {
          continuation.yield(.event(event))
        }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { _ in listening.cancel() }
    TerminalSignals.shared.onResizing { continuation.yield(.resized) }
    defer { TerminalSignals.shared.onResizing(nil) }
    var count = 0
    for try await event in events {
      try await showing.show(event)
      if case .event(.change(_)) = event { count += 1 }
      if count >= limit || !StandardStream.takesOutput { return }
    }
    try Task.checkCancellation()
  }
}
