// SPDX-License-Identifier: Apache-2.0

public import WoofCommandLine

/// The commands for plugins and those who write them.
public enum PluginCommands {
  /// `woof plugin …`.
  public static let group = CommandNode.group(
    name: "plugin", summary: "Lists, checks and makes plugins.",
    [
      .command(PluginListCommand.self), .command(PluginCheckCommand.self), .command(PluginNewCommand.self),
      .command(PluginSealCommand.self),
    ])
}
