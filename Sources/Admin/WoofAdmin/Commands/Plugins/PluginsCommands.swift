// SPDX-License-Identifier: Apache-2.0

import WoofAdministration
import WoofCommandLine
import WoofModel

/// The command `plugins list`, which lists all plugins that were found.
struct PluginsListCommand: ShellCommand {
  static let name = "list"
  static let summary = "Lists the plugins that were found."

  private let options: ListOptions

  init(from reader: inout ArgumentReader) { options = ListOptions(from: &reader) }

  func run(in context: ShellContext) async throws -> ExitCode {
    try await context.list(.plugins(), options, PluginText.table)
    return .done
  }
}

/// Shows whether a plugin is as it should be.
struct PluginsCheckCommand: ShellCommand {
  static let name = "check"
  static let summary = "Shows whether a plugin is as it should be, and fails where it is not."
  static let discussion =
    "This is how the plugin stands in the running service. To try it on test pictures: woof plugin check"

  private let output: OutputOptions
  private let plugin: String

  init(from reader: inout ArgumentReader) {
    output = OutputOptions(from: &reader)
    plugin = reader.argument(.plugin, otherwise: "", "The plugin's name.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    guard let found = try await context.first(of: .plugins(), where: { $0.name == plugin }) else {
      throw CommandFailure("no plugin of this name was found; see: plugins list")
    }
    try context.print(found, output, PluginText.details)
    return found.problem == nil ? .done : .failed
  }
}

/// Lets a plugin be used.
struct PluginsEnableCommand: ChangingCommand {
  static let name = "enable"
  static let summary = "Lets a plugin be used again that was disabled."

  private let plugin: PluginSwitch

  init(from reader: inout ArgumentReader) { plugin = PluginSwitch(from: &reader) }

  func run(in context: ShellContext) async throws -> ExitCode { try await plugin.set(isEnabled: true, in: context) }
}

/// Lets a plugin be left out.
struct PluginsDisableCommand: ChangingCommand {
  static let name = "disable"
  static let summary = "Leaves a plugin out of the chain until it is enabled again."

  private let plugin: PluginSwitch

  init(from reader: inout ArgumentReader) { plugin = PluginSwitch(from: &reader) }

  func run(in context: ShellContext) async throws -> ExitCode { try await plugin.set(isEnabled: false, in: context) }
}

/// A plugin that is enabled or disabled.
private struct PluginSwitch {
  private let options: ChangeOptions
  private let plugin: String

  init(from reader: inout ArgumentReader) {
    options = ChangeOptions(from: &reader)
    plugin = reader.argument(.plugin, otherwise: "", "The plugin's name.")
  }

  func set(isEnabled: Bool, in context: ShellContext) async throws -> ExitCode {
    let change = AdminChanges.setPlugin(plugin, isEnabled: isEnabled)
    try context.print(try await context.perform(change, options), options) {
      "\($0.name.printable) is \(isEnabled ? "enabled" : "disabled").\n"
    }
    return .done
  }
}

/// Reads the configuration of plugins again.
struct PluginsReloadCommand: ChangingCommand {
  static let name = "reload"
  static let summary = "Reads the configuration of pictures and plugins again; where that fails, the old one stays."

  private let options: ChangeOptions

  init(from reader: inout ArgumentReader) { options = ChangeOptions(from: &reader) }

  func run(in context: ShellContext) async throws -> ExitCode {
    try context.print(try await context.perform(AdminChanges.reloadPlugins, options), options) {
      PluginText.table.text($0.items, width: context.console.width)
    }
    return .done
  }
}

/// Plugins as text.
enum PluginText {
  static let table = ListTable<AdminPlugin>([
    .text("NAME") { $0.name }, .text("VERSION") { $0.version ?? "" }, .text("STATE") { $0.state.rawValue },
    .number("PLACE") { $0.position.map(String.init) ?? "" }, .number("WORKERS") { "\($0.workerCount)" },
    .number("JOBS") { ShortText.count($0.jobCount) }, .number("FAILURES") { ShortText.count($0.failureCount) },
    .text("PROBLEM") { $0.problem ?? "" },
  ])

  static func details(_ plugin: AdminPlugin) -> DetailTable {
    var table = DetailTable()
    table.append("name", plugin.name)
    table.append("version", plugin.version)
    table.append("folder", plugin.folder)
    table.append("state", plugin.state.rawValue)
    table.append("place", plugin.position.map(String.init))
    table.append("workers", "\(plugin.workerCount)")
    table.append("jobs", ShortText.count(plugin.jobCount))
    table.append("failures", ShortText.count(plugin.failureCount))
    table.append("problem", plugin.problem)
    return table
  }
}
