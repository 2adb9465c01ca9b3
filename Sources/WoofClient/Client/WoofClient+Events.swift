extension WoofClient {
  /// The change log as it grows, line by line.
  ///
  /// - Parameter token: The newest token that is known, as the last page of ``APIService/changes(since:pageSize:)`` or the
  ///   last event has it; by default none, which begins now.
  public func events(since token: ChangeToken? = nil) -> PhotoEventSequence { PhotoEventSequence(self, since: token) }
}
