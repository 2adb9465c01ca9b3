// SPDX-License-Identifier: Apache-2.0

/// A service that tells of changes as they happen: a ``WoofClient``, or in an app's tests a ``StubService``.
public protocol EventService: Sendable {
  /// The change log as it grows, line by line.
  ///
  /// - Parameters:
  ///   - token: The newest token that is known, as the last page of ``APIService/changes(since:pageSize:)`` or the last
  ///     event has it; `nil` to begin now.
  ///   - report: Is told what becomes of the connection, before the events that come by it.
  func events(
    since token: ChangeToken?, reporting report: @escaping @Sendable (PhotoEventConnection) -> Void
  ) -> PhotoEventSequence

  /// The change log of several kinds of things as it grows, line by line.
  ///
  /// - Parameters:
  ///   - kinds: The things whose changes are asked for; at least one. A service that gives no other sequence has changes of
  ///     photos alone.
  ///   - token: The newest token that is known, given for these kinds or more; `nil` to begin now.
  ///   - report: Is told what becomes of the connection, before the events that come by it.
  func events(
    kinds: ChangeSubjects, since token: ChangeToken?,
    reporting report: @escaping @Sendable (PhotoEventConnection) -> Void
  ) -> ServiceEventSequence
}

extension EventService {
  /// The changes of photos, for a service that gives no other sequence.
  public func events(
    kinds: ChangeSubjects, since token: ChangeToken?,
    reporting report: @escaping @Sendable (PhotoEventConnection) -> Void
  ) -> ServiceEventSequence {
    let events = events(since: token, reporting: report)
    return ServiceEventSequence(events.map { ServiceEvent($0) })
  }

  /// The change log of several kinds of things as it grows, of whose connection nobody is told.
  ///
  /// - Parameters:
  ///   - kinds: The things whose changes are asked for; at least one.
  ///   - token: The newest token that is known; by default none, which begins now.
  public func events(kinds: ChangeSubjects, since token: ChangeToken? = nil) -> ServiceEventSequence {
    events(kinds: kinds, since: token, reporting: { _ in })
  }
}

extension EventService {
  /// The change log as it grows, of whose connection nobody is told.
  ///
  /// - Parameter token: The newest token that is known; by default none, which begins now.
  public func events(since token: ChangeToken? = nil) -> PhotoEventSequence {
    events(since: token, reporting: { _ in })
  }

  /// The change log as it grows from now on.
  ///
  /// - Parameter report: Is told what becomes of the connection, before the events that come by it.
  public func events(reporting report: @escaping @Sendable (PhotoEventConnection) -> Void) -> PhotoEventSequence {
    events(since: nil, reporting: report)
  }
}
