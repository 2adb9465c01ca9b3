// SPDX-License-Identifier: Apache-2.0

extension WoofClient {
  /// The change log as it grows, line by line.
  ///
  /// - Parameters:
  ///   - token: The newest token that is known, as the last page of ``APIService/changes(since:pageSize:)`` or the last
  ///     event has it; by default none, which begins now.
  ///   - report: Is told what becomes of the connection, before the events that come by it; by default nobody is.
  public func events(
    since token: ChangeToken? = nil, reporting report: @escaping @Sendable (PhotoEventConnection) -> Void = { _ in }
  ) -> PhotoEventSequence {
    PhotoEventSequence(self, since: token, report)
  }
}
