/// What came of reading the configuration again.
public struct ConfigurationReading: Hashable, Sendable {
  /// The keys whose new values count now.
  public let changed: [String]
  /// The keys whose new values count from the next start on: those that differ from what the service was started with.
  public let waiting: [String]
}
