// SPDX-License-Identifier: Apache-2.0

/// The events of a service, over one connection after the other.
struct LiveEvents: AsyncSequence, Sendable {
  typealias Element = PhotoEvent

  let loader: ServiceLoader
  let retryPolicy: RetryPolicy
  let environment: ClientEnvironment
  let token: ChangeToken?
  let report: @Sendable (PhotoEventConnection) -> Void

  func makeAsyncIterator() -> Iterator { Iterator(self) }

  struct Iterator: AsyncIteratorProtocol {
    private let events: LiveEvents
    private var position: EventPosition
    private var stream: EventStream?
    private var hasFailed = false

    init(_ events: LiveEvents) {
      self.events = events
      position = EventPosition(since: events.token, policy: events.retryPolicy)
    }

    mutating func next() async throws -> PhotoEvent? {
      guard !hasFailed else { return nil }
      do {
        while true {
          do {
            if let event = try await step() { return event }
          } catch let error as WoofError {
            try await recover(from: error)
          }
        }
      } catch {
        (stream, hasFailed) = (nil, true)
        throw error
      }
    }

    /// Connects, or waits for a change; `nil` where that gave no event.
    private mutating func step() async throws -> PhotoEvent? {
      guard var open = stream else {
        let opened = try await EventStream(events.loader, since: position.token)
        stream = opened
        events.report(.connected)
        return position.connect(at: opened.start).map { .gap($0) }
      }
      defer { stream = open }
      guard let change = try await open.next() else {
        throw WoofError(.connectionLost, "The service ended the stream of events: connect again.")
      }
      position.take(change)
      return .change(change)
    }

    private mutating func recover(from error: WoofError) async throws {
      stream = nil
      switch position.recover(from: error, random: events.environment.random()) {
      case .connect(let pause):
        events.report(.retrying(after: pause, because: error))
        try await events.environment.clock.sleep(for: pause)
      case .fail(let error): throw error
      }
    }
  }
}
