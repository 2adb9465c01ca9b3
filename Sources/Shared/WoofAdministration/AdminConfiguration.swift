// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// The effective configuration: every key with its value and the source of that value.
package struct AdminConfiguration: Codable, Hashable, Sendable {
  /// A number that grows with every change that administrators make; a change names the version on which it is based.
  package var version: Int64
  /// The settings of all keys.
  package var settings: [AdminSetting]

  /// Makes a configuration.
  package init(version: Int64, settings: [AdminSetting]) {
    self.version = version
    self.settings = settings
  }
}

/// One key of the configuration.
package struct AdminSetting: Codable, Hashable, Sendable {
  /// The sources of a value, from the weakest to the strongest: each overrides those before it.
  package enum Origin: String, Codable, Sendable, CaseIterable {
    /// The built-in default.
    case standard = "default"
    /// The configuration file.
    case file
    /// An administrator, while the service runs.
    case administrator
    /// The options on the command line of the service.
    case commandLine = "command-line"
  }

  /// The key with its sections, as `log.level`.
  package var key: String
  /// An explanation of the key.
  package var documentation: String
  /// The effective value.
  package var value: JSONValue
  /// The default value, which applies if no source sets another.
  package var standard: JSONValue
  /// The source of the effective value.
  package var origin: Origin
  /// `true` if the key can be changed while the service runs.
  package var isLive: Bool

  private enum CodingKeys: String, CodingKey {
    case key, documentation, value, origin
    case standard = "default"
    case isLive = "live"
  }

  /// Makes a setting.
  package init(
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
