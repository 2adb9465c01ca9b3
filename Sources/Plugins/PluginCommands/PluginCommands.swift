// SPDX-License-Identifier: Apache-2.0

package import WoofCommandLine

/// The commands for plugins and those who write them.
package enum PluginCommands {
  /// `woof plugin …`.
  package static let group = CommandNode.group(
    name: "plugin", summary: "Lists, checks and makes plugins.",
    [
      .command(PluginListCommand.self), .command(PluginCheckCommand.self), .command(PluginNewCommand.self),
      .command(PluginSealCommand.self),
    ])
}
