// SPDX-License-Identifier: Apache-2.0

import Foundation
import URLLoading

/// The change log as it grows.
///
/// A connection that ends is made anew, after a pause that grows and varies, from the newest token that was seen: nothing
/// is missed, and what was missed all the same is told as a gap. Where somebody has signed in or out since, it is made for
/// who is there now, with a gap before it. Before the first connection, the client's ``RetryPolicy`` says how often to try. Each iterator is a subscriber of its own; a subscriber that reads slowly gets the
/// newest change of each photo.
public struct PhotoEventSequence: AsyncSequence, Sendable {
  /// One event.
  public typealias Element = PhotoEvent

  private let client: WoofClient
  private let token: ChangeToken?
  private let report: @Sendable (PhotoEventConnection) -> Void

  init(_ client: WoofClient, since token: ChangeToken?, _ report: @escaping @Sendable (PhotoEventConnection) -> Void) {
    self.client = client
    self.token = token
    self.report = report
  }

  /// Starts listening, with the first event that is asked for.
  public func makeAsyncIterator() -> Iterator { Iterator(client, since: token, report) }

  /// Listens.
  public struct Iterator: AsyncIteratorProtocol {
    private let client: WoofClient
    private let report: @Sendable (PhotoEventConnection) -> Void
    private var position: EventPosition
    private var stream: EventStream?
    private var hasFailed = false

    init(_ client: WoofClient, since token: ChangeToken?, _ report: @escaping @Sendable (PhotoEventConnection) -> Void)
    {
      self.client = client
      self.report = report
      position = EventPosition(since: token, policy: client.retryPolicy)
    }

    /// The next event. There is always one, in time; `nil` comes only after an error.
    ///
    /// - Throws: ``WoofError`` where trying again does not help, as with `authenticationRequired`, with
    ///   `changeTokenInvalid` where the app's token is not one of whoever asks, or
    ///   ``WoofError/Code/invalidServerResponse`` where something else than events comes; `CancellationError` when the
    ///   task is cancelled.
    public mutating func next() async throws -> PhotoEvent? {
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
        let opened = try await EventStream(client.loader, since: position.token)
        stream = opened
        report(.connected)
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
      switch position.recover(from: error, random: client.environment.random()) {
      case .connect(let pause):
        report(.retrying(after: pause, because: error))
        try await client.environment.clock.sleep(for: pause)
      case .fail(let error): throw error
      }
    }
  }
}

@available(*, unavailable)
extension PhotoEventSequence.Iterator: Sendable {}
