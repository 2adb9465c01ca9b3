/// A line for the service's log.
public struct PluginReport: Hashable, Sendable {
  /// How much it matters.
  public enum Level: String, Hashable, Sendable {
    /// What a plugin logs.
    case debug
    /// What happens in the life of workers.
    case info
    /// A job or a worker that failed.
    case warning
    /// A plugin that is switched off.
    case error
  }

  /// How much it matters.
  public var level: Level
  /// What happened.
  public var message: String
  /// The plugin, as in `vips/1.0.0`.
  public var plugin: String
  /// The number of the job, where it is about one.
  public var job: UInt64?
  /// How the job ended, in a word.
  public var outcome: String?
  /// Further words: what the plugin or the system said, made harmless.
  public var detail: String?

  /// Makes a line.
  public init(
    _ level: Level, _ message: String, plugin: String, job: UInt64? = nil, outcome: String? = nil,
    detail: String? = nil
  ) {
    self.level = level
    self.message = message
    self.plugin = plugin
    self.job = job
    self.outcome = outcome
    self.detail = detail
  }
}
