// SPDX-License-Identifier: Apache-2.0

/// One connection to the live stream.
package protocol EventConnecting {
  /// The messages that a subscriber gets by it.
  associatedtype Event: LiveEvent = PhotoEvent

  /// The token before the first change that is sent.
  var start: ChangeToken { get }

  /// The next change; `nil` at the end of the stream.
  ///
  /// - Throws: ``WoofError``; `CancellationError` when the task is cancelled.
  mutating func next() async throws -> Event.Change?
}

/// The events of a service, over one connection after the other.
package struct LiveEvents<Connection: EventConnecting>: AsyncSequence, Sendable {
  /// One event.
  package typealias Element = Connection.Event

  private let connect: @Sendable (ChangeToken?) async throws -> Connection
  private let retryPolicy: RetryPolicy
  private let environment: ClientEnvironment
  private let token: ChangeToken?
  private let report: @Sendable (PhotoEventConnection) -> Void

  /// Makes the events after a token.
  ///
  /// - Parameters:
  ///   - token: The newest token that is known; `nil` to begin now.
  ///   - retryPolicy: The number of times that the first connection is tried, and the pauses between all.
  ///   - environment: The clock and the randomness of pauses.
  ///   - report: Is told what becomes of each connection.
  ///   - connect: Makes a connection that begins after a token.
  package init(
    since token: ChangeToken?, retryPolicy: RetryPolicy, environment: ClientEnvironment,
    report: @escaping @Sendable (PhotoEventConnection) -> Void,
    connect: @escaping @Sendable (ChangeToken?) async throws -> Connection
  ) {
    self.connect = connect
    self.retryPolicy = retryPolicy
    self.environment = environment
    self.token = token
    self.report = report
  }

  /// Starts listening, with the first event that is asked for.
  package func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// Listens.
  package struct Iterator: AsyncIteratorProtocol {
    private let events: LiveEvents
    private var position: EventPosition
    private var stream: Connection?
    private var hasFailed = false

    fileprivate init(_ events: LiveEvents) {
      self.events = events
      position = EventPosition(since: events.token, policy: events.retryPolicy)
    }

    /// The next event.
    ///
    /// - Throws: ``WoofError`` where connecting again does not help; `CancellationError` when the task is cancelled.
    package mutating func next() async throws -> Connection.Event? {
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
    private mutating func step() async throws -> Connection.Event? {
      guard var open = stream else {
        let opened = try await events.connect(position.token)
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
