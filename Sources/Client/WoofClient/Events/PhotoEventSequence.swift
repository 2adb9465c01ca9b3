// SPDX-License-Identifier: Apache-2.0

/// The change log as it grows, which an ``EventService`` gives.
///
/// A ``WoofClient`` makes a connection that ends anew, after a pause that grows and varies, from the newest token that was
/// seen: nothing is missed, and what was missed all the same is told as a gap. Where somebody has signed in or out since,
/// it is made for who is there now, with a gap before it. Before the first connection, the client's ``RetryPolicy`` says
/// how often to try. Each iterator is a subscriber of its own; a subscriber that reads slowly gets the newest change of
/// each photo.
public struct PhotoEventSequence: AsyncSequence, Sendable {
  /// One event.
  public typealias Element = PhotoEvent

  private let subscribe: @Sendable () -> Iterator

  /// Makes the events of another sequence, as an ``EventService`` of an app's tests does.
  public init<Base: AsyncSequence & Sendable>(_ events: Base) where Base.Element == PhotoEvent {
    subscribe = { Iterator(base: events.makeAsyncIterator()) }
  }

  /// Starts listening, with the first event that is asked for.
  public func makeAsyncIterator() -> Iterator { subscribe() }

  /// Listens.
  public struct Iterator: AsyncIteratorProtocol {
    private var base: any AsyncIteratorProtocol

    fileprivate init(base: any AsyncIteratorProtocol) { self.base = base }

    /// The next event. A ``WoofClient`` always has one, in time; `nil` comes only after an error.
    ///
    /// - Throws: ``WoofError`` where trying again does not help, as with `authenticationRequired`, with
    ///   `changeTokenInvalid` where the app's token is not one of whoever asks, or
    ///   ``WoofError/Code/invalidServerResponse`` where something else than events comes; `CancellationError` when the
    ///   task is cancelled.
    public mutating func next() async throws -> PhotoEvent? { try await base.next() as? PhotoEvent }
  }
}

@available(*, unavailable)
extension PhotoEventSequence.Iterator: Sendable {}
