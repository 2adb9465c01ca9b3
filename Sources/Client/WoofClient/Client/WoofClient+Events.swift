// SPDX-License-Identifier: Apache-2.0

extension WoofClient: EventService {
  /// The change log as it grows, line by line; see ``EventService/events(since:reporting:)``.
  public func events(
    since token: ChangeToken?, reporting report: @escaping @Sendable (PhotoEventConnection) -> Void
  ) -> PhotoEventSequence {
    let loader = loader
    return PhotoEventSequence(
      LiveEvents(since: token, retryPolicy: retryPolicy, environment: environment, report: report) {
        try await EventStream(loader, since: $0)
      })
  }
}
