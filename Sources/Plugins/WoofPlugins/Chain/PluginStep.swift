// SPDX-License-Identifier: Apache-2.0

public import WoofModel

/// A step of a chain: a plugin and its parameters.
public struct PluginStep: Hashable, Sendable {
  /// The name of the plugin.
  public var plugin: String
  /// The parameters of the plugin, a JSON object that satisfies its schema.
  public var parameters: JSONValue

  /// Makes a step; there are no parameters by default.
  public init(plugin: String, parameters: JSONValue = .object([:])) {
    self.plugin = plugin
    self.parameters = parameters
  }

  /// Reads the parameters of a step; `nil` where the text is no JSON object, or nested too deeply.
  public static func parameters(_ text: String) -> JSONValue? {
    guard let value = JSONText.value(of: Array(text.utf8)), case .object = value else { return nil }
    return value
  }
}
