// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// A step of a chain: a plugin and its parameters.
package struct PluginStep: Hashable, Sendable {
  /// The name of the plugin.
  package var plugin: String
  /// The parameters of the plugin, a JSON object that satisfies its schema.
  package var parameters: JSONValue

  /// Makes a step; there are no parameters by default.
  package init(plugin: String, parameters: JSONValue = .object([:])) {
    self.plugin = plugin
    self.parameters = parameters
  }

  /// Reads the parameters of a step; `nil` where the text is no JSON object, or nested too deeply.
  package static func parameters(_ text: String) -> JSONValue? {
    guard let value = JSONText.value(of: Array(text.utf8)), case .object = value else { return nil }
    return value
  }
}
