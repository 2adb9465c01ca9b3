/// What counts, and where it was set.
public struct AdminConfiguration: Codable, Hashable, Sendable {
  /// Grows with every change of what administrators have set; a change names the version that it was made of.
  public var version: Int64
  /// Every key, by name.
  public var settings: [AdminSetting]

  /// Makes a configuration.
  public init(version: Int64, settings: [AdminSetting]) {
    self.version = version
    self.settings = settings
  }
}

/// One key of the configuration.
public struct AdminSetting: Codable, Hashable, Sendable {
  /// Where a value was set; each counts more than those before it.
  public enum Origin: String, Codable, Sendable, CaseIterable {
    /// Nowhere.
    case standard = "default"
    /// In the configuration file.
    case file
    /// By an administrator.
    case administrator
    /// On the command line.
    case commandLine = "command-line"
  }

  /// The key with its sections, as `log.level`.
  public var key: String
  /// What it is for.
  public var documentation: String
  /// The value that counts.
  public var value: JSONValue
  /// What it would be if nobody had set it.
  public var standard: JSONValue
  /// Where it was set.
  public var origin: Origin
  /// Whether it can be set while the service runs.
  public var isLive: Bool

  private enum CodingKeys: String, CodingKey {
    case key, documentation, value, origin
    case standard = "default"
    case isLive = "live"
  }

  /// Makes a setting.
  public init(
    key: String, documentation: String, value: JSONValue, standard: JSONValue, origin: Origin, isLive: Bool
  ) {
    self.key = key
    self.documentation = documentation
    self.value = value
    self.standard = standard
    self.origin = origin
    self.isLive = isLive
  }
}
