// SPDX-License-Identifier: Apache-2.0

/// A part of the configuration: its keys are declared and read in one place, its initialiser.
///
/// ```swift
/// struct LimitSettings: ConfigurationSection {
///   let connections: Int
///   let idle: Duration
///
///   init(from reader: inout ConfigurationReader) {
///     connections = reader.value(
///       "connections", .integer(in: 1...1_000_000), default: 10_000, "How many connections may be open at once.")
///     idle = reader.value(
///       "idle", .duration(in: .seconds(1)...(.seconds(3600))), default: .seconds(75),
///       "How long a connection may rest between two requests.")
///   }
/// }
/// ```
///
/// The initialiser reads the same keys whatever they hold: documentation is collected by letting it read nothing at all.
package protocol ConfigurationSection: Sendable {
  /// Reads the section; what is wrong is noted in the reader, and the default is read in its place.
  init(from reader: inout ConfigurationReader)
}
