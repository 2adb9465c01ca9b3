// SPDX-License-Identifier: Apache-2.0

public import WoofAdministration
public import WoofModel

/// The configuration of a service, which administrators may read and, in part, change while the service runs.
public protocol ConfigurationAdministration: Sendable {
  /// Returns the values in effect, and where each was set.
  func configuration() async throws -> AdminConfiguration

  /// Returns what a change would do, and changes nothing.
  ///
  /// - Throws: As ``change(_:of:)``.
  func plan(_ values: [String: JSONValue], of version: Int64) async throws -> AdminPlan

  /// Sets values, durably, and lets them count.
  ///
  /// - Parameters:
  ///   - values: The values by their keys; `null` takes the administrators' value back.
  ///   - version: The version that the change was made of.
  /// - Returns: The configuration in effect after the change.
  /// - Throws: ``WoofModel/WoofError`` with the code `precondition-failed` where somebody has changed it meanwhile,
  ///   `invalid-parameter` for a key that is unknown or not live, and for a value that is not allowed, or `conflict` where
  ///   it cannot count, as with a plugin that does not start, or `unavailable` while the service starts; nothing has been
  ///   changed then.
  func change(_ values: [String: JSONValue], of version: Int64) async throws -> AdminConfiguration

  /// Reads again what `SIGHUP` reads again.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `conflict` where it cannot count, or `unavailable` while the service
  ///   starts; what counted before still does.
  func reload() async throws
}

/// The plugins of a service.
public protocol PluginAdministration: Sendable {
  /// The plugins that are found, by name; looking for them blocks.
  func plugins() -> [AdminPlugin]

  /// The key of the configuration that names disabled plugins.
  var disablingKey: String { get }
}
