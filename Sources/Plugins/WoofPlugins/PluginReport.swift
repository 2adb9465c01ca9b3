// SPDX-License-Identifier: Apache-2.0

/// A line for the service's log.
package struct PluginReport: Hashable, Sendable {
  /// The importance of a line, from `debug` to `error`.
  package enum Level: String, Hashable, Sendable {
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
  package var level: Level
  /// The event, in a few words, without the name of the plugin.
  package var message: String
  /// The plugin, as in `vips/1.0.0`.
  package var plugin: String
  /// The number of the job, where it is about one.
  package var job: UInt64?
  /// The outcome of a job or of an attempt at one, in a word; `nil` if the line is about neither.
  package var outcome: String?
  /// Further details from the plugin or the system, made harmless; `nil` if there are none.
  package var detail: String?

  /// Makes a line.
  package init(
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
