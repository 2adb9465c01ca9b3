// SPDX-License-Identifier: Apache-2.0

/// A message to a live subscriber of several kinds of things: a change, or a gap in the changes.
public enum ServiceEvent: Hashable, Sendable {
  /// A photo, an album or a share link changed, now or since the token that was asked for.
  case change(ServiceChange)
  /// Changes may have been missed: take what is there now with ``APIService/changes(kinds:since:pageSize:)``. What follows
  /// is complete from the gap's end on.
  case gap(PhotoEventGap)
}

/// The change log of several kinds of things as it grows, which an ``EventService`` gives; in all else as
/// ``PhotoEventSequence``.
public struct ServiceEventSequence: AsyncSequence, Sendable {
  /// One event.
  public typealias Element = ServiceEvent

  private let subscribe: @Sendable () -> Iterator

  /// Makes the events of another sequence, as an ``EventService`` of an app's tests does.
  public init<Base: AsyncSequence & Sendable>(_ events: Base) where Base.Element == ServiceEvent {
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
    /// - Throws: ``WoofError`` as ``PhotoEventSequence/Iterator/next()``; `CancellationError` when the task is cancelled.
    public mutating func next() async throws -> ServiceEvent? { try await base.next() as? ServiceEvent }
  }
}

@available(*, unavailable)
extension ServiceEventSequence.Iterator: Sendable {}

/// A message of a live stream, of whatever kinds.
package protocol LiveEvent: Sendable {
  /// A change of the kinds that the stream has.
  associatedtype Change: LiveChange
  /// The message of a change.
  static func change(_ change: Change) -> Self
  /// The message of a gap.
  static func gap(_ gap: PhotoEventGap) -> Self
}

/// A change with its place in the log.
package protocol LiveChange: Decodable, Sendable {
  /// The place in the log.
  var token: ChangeToken { get }
}

extension PhotoChange: LiveChange {}
extension ServiceChange: LiveChange {}
extension PhotoEvent: LiveEvent {}
extension ServiceEvent: LiveEvent {}

extension ServiceEvent {
  /// Makes the event of a photo's.
  init(_ event: PhotoEvent) {
    switch event {
    case .change(let change): self = .change(.photo(change))
    case .gap(let gap): self = .gap(gap)
    }
  }

  /// The event for whoever listens to photos alone; `nil` for other things.
  var ofPhoto: PhotoEvent? {
    switch self {
    case .change(.photo(let change)): .change(change)
    case .change: nil
    case .gap(let gap): .gap(gap)
    }
  }
}
