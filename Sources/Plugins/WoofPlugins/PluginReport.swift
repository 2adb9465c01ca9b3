// SPDX-License-Identifier: Apache-2.0

/// A line for the service's log.
public struct PluginReport: Hashable, Sendable {
  /// The importance of a line, from `debug` to `error`.
  public enum Level: String, Hashable, Sendable {
    /// A line that a plugin logs.
    case debug
    /// An event in the life of workers.
    case info
    /// A job or a worker that failed.
    case warning
    /// A plugin that is switched off.
    case error
  }

  /// The importance of the line.
  public var level: Level
  /// The event, in a few words, without the name of the plugin.
  public var message: String
  /// The plugin, as in `vips/1.0.0`.
  public var plugin: String
  /// The number of the job, where it is about one.
  public var job: UInt64?
  /// The outcome of a job or of an attempt at one, in a word; `nil` if the line is about neither.
  public var outcome: String?
  /// Further details from the plugin or the system, made harmless; `nil` if there are none.
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
