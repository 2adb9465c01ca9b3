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
