// SPDX-License-Identifier: Apache-2.0

extension WoofClient: EventService {
  /// The change log as it grows, line by line; see ``EventService/events(since:reporting:)``.
  public func events(
    since token: ChangeToken?, reporting report: @escaping @Sendable (PhotoEventConnection) -> Void
  ) -> PhotoEventSequence {
    let loader = loader
    return PhotoEventSequence(
      LiveEvents(since: token, retryPolicy: retryPolicy, environment: environment, report: report) {
        try await EventStream<PhotoEvent>(loader, [], since: $0)
      })
  }

  /// The change log of several kinds of things as it grows; see ``EventService/events(kinds:since:reporting:)``.
  public func events(
    kinds: ChangeSubjects, since token: ChangeToken?,
    reporting report: @escaping @Sendable (PhotoEventConnection) -> Void
  ) -> ServiceEventSequence {
    let loader = loader
    return ServiceEventSequence(
      LiveEvents(since: token, retryPolicy: retryPolicy, environment: environment, report: report) {
        try await EventStream<ServiceEvent>(loader, .kinds(kinds), since: $0)
      })
  }
}
