// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WoofCommandLine
import WoofModel
import WoofPlugins

/// The parameters of a step of the chain, as they are given to a command.
struct StepParameters {
  /// The parameters as JSON text.
  let bytes: [UInt8]

  /// Reads them.
  ///
  /// - Parameters:
  ///   - text: A JSON object; `nil` for an empty one.
  ///   - manifest: The manifest of the plugin, with the schema of its parameters.
  /// - Throws: `CommandFailure` where they are no JSON, or not what the plugin's schema asks for.
  init(_ text: String?, of manifest: PluginManifest) throws {
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data((text ?? "{}").utf8)) else {
      throw CommandFailure("what --parameters gives is not JSON; write an object, as '{\"leastShare\": 0.1}'")
    }
    do throws(PluginError) {
      try manifest.parameters.validate(value)
    } catch {
      let advice = text == nil ? "give what \(manifest.name) needs" : "give what its manifest allows"
      throw CommandFailure("\(error.message); \(advice) by --parameters")
    }
    var writer = JSONWriter()
    writer.value(value)
    bytes = writer.bytes
  }
}
