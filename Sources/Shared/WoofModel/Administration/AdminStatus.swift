/// What runs, and where.
public struct AdminStatus: Codable, Hashable, Sendable {
  /// The service's version.
  public var version: String
  /// The process.
  public var processID: Int32
  /// When it started.
  public var startedAt: Timestamp
  /// Where it listens, as URLs, or `unix:` and a path.
  public var addresses: [String]
  /// The folder that holds everything.
  public var folder: String
  /// Grows with every change of what administrators have set.
  public var configurationVersion: Int64

  /// Makes a status.
  public init(
    version: String, processID: Int32, startedAt: Timestamp, addresses: [String], folder: String,
    configurationVersion: Int64
  ) {
    self.version = version
    self.processID = processID
    self.startedAt = startedAt
    self.addresses = addresses
    self.folder = folder
    self.configurationVersion = configurationVersion
  }
}
