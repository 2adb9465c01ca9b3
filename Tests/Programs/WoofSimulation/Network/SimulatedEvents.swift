// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient
import WoofModel

/// One connection to the live stream.
struct SimulatedEventStream {
  /// The token before the first change that is sent.
  let start: ChangeToken
  private let connection: SimulatedConnection
  private var lines = EventLines()
  private var ahead: [UInt8] = []
  private var offset = 0

  /// Connects, and reads the head of the response.
  ///
  /// - Throws: ``WoofError``; `CancellationError`.
  init(_ service: SimulatedService, since token: ChangeToken?) async throws {
    let (head, connection) = try await service.openEvents(since: token)
    guard let last = head[field: "Woof-Last-Change"] else {
      throw WoofError(.invalidServerResponse, "The live stream came without Woof-Last-Change.")
    }
    start = ChangeToken(rawValue: last)
    self.connection = connection
  }

  /// The next change; `nil` at the end of the stream.
  ///
  /// - Throws: ``WoofError``; `CancellationError`.
  mutating func next() async throws -> PhotoChange? {
    while true {
      while offset < ahead.count {
        let byte = ahead[offset]
        offset += 1
        guard let line = try lines.take(byte) else { continue }
        return try JSONDecoder().decode(PhotoChange.self, from: Data(line))
      }
      do {
        guard let piece = try await connection.next() else { return nil }
        (ahead, offset) = (piece, 0)
      } catch let failure as NetworkFailure {
        throw SimulatedService.error(of: failure)
      }
    }
  }
}

/// The live stream over one connection after the other, with the client's own decisions about when to connect again.
struct SimulatedEvents: AsyncSequence, Sendable {
  typealias Element = PhotoEvent

  let connect: @Sendable (ChangeToken?) async throws -> SimulatedEventStream
  let clock: SimulationClock
  let policy: RetryPolicy
  let random: @Sendable () -> Double
  let token: ChangeToken?
  let report: @Sendable (PhotoEventConnection) -> Void

  func makeAsyncIterator() -> Iterator { Iterator(self) }

  struct Iterator: AsyncIteratorProtocol {
    private let events: SimulatedEvents
    private var position: EventPosition
    private var stream: SimulatedEventStream?
    private var hasFailed = false

    init(_ events: SimulatedEvents) {
      self.events = events
      position = EventPosition(since: events.token, policy: events.policy)
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

    private mutating func step() async throws -> PhotoEvent? {
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
      switch position.recover(from: error, random: events.random()) {
      case .connect(let pause):
        events.report(.retrying(after: pause, because: error))
        try await events.clock.sleep(for: pause)
      case .fail(let error): throw error
      }
    }
  }
}
