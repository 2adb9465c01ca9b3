// SPDX-License-Identifier: Apache-2.0

extension WoofClient: EventService {
  /// The change log as it grows, line by line; see ``EventService/events(since:reporting:)``.
  public func events(
    since token: ChangeToken?, reporting report: @escaping @Sendable (PhotoEventConnection) -> Void
  ) -> PhotoEventSequence {
    PhotoEventSequence(
      LiveEvents(loader: loader, retryPolicy: retryPolicy, environment: environment, token: token, report: report))
  }
}
