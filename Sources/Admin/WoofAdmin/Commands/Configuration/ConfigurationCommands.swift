// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofAdministration
import WoofCommandLine
import WoofConfiguration
import WoofModel

/// The command `configuration show`, which shows each value with the place where it was set.
struct ConfigurationShowCommand: ShellCommand {
  static let name = "show"
  static let summary = "Shows what counts and where it was set."

  private let output: OutputOptions
  private let isLive: Bool
  private let keys: [String]

  init(from reader: inout ArgumentReader) {
    output = OutputOptions(from: &reader)
    isLive = reader.flag("--live", "Only what can be set while the service runs.")
    keys = reader.arguments(.setting, "Which keys, or sections with a full stop at the end; by default all.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    var configuration = try await context.ask(AdminAPI.configuration)
    let keys = try keys.map { $0.hasSuffix(".") ? $0 : try SettingText.setting($0, in: configuration).key }
    configuration.settings.removeAll { setting in
      isLive && !setting.isLive || !keys.isEmpty && !keys.contains { SettingText.matches(setting.key, $0) }
    }
    try SettingText.print(configuration, output, in: context)
    return .done
  }
}

/// Shows the settings that differ from their defaults.
struct ConfigurationDiffCommand: ShellCommand {
  static let name = "diff"
  static let summary = "Shows what is not as it would be by default."

  private let output: OutputOptions

  init(from reader: inout ArgumentReader) { output = OutputOptions(from: &reader) }

  func run(in context: ShellContext) async throws -> ExitCode {
    var configuration = try await context.ask(AdminAPI.configuration)
    configuration.settings.removeAll { $0.value == $0.standard }
    try SettingText.print(configuration, output, in: context)
    return .done
  }
}

/// Sets a key.
struct ConfigurationSetCommand: ChangingCommand {
  static let name = "set"
  static let summary = "Sets a key that can be set while the service runs."
  static let discussion = """
    What is set stays in the data folder, and counts above the configuration file and below the command line. Where \
    another administrator has changed something since the version named by --version, nothing is changed.
    """

  private let edit: SettingEdit
  private let value: String

  init(from reader: inout ArgumentReader) {
    edit = SettingEdit(from: &reader)
    value = reader.argument(
      "VALUE", "The value, as it stands in the configuration: JSON5, or a text without quotes. For a list, one may do.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    try await edit.run(in: context) { SettingText.value(value, like: $0) }
  }
}

/// Takes back the value that administrators have set for a key.
struct ConfigurationResetCommand: ChangingCommand {
  static let name = "reset"
  static let summary = "Takes back what administrators have set of a key."

  private let edit: SettingEdit

  init(from reader: inout ArgumentReader) { edit = SettingEdit(from: &reader) }

  func run(in context: ShellContext) async throws -> ExitCode {
    try await edit.run(in: context) { _ in .null }
  }
}

/// Shows or sets the level of the log.
struct LogLevelCommand: ChangingCommand {
  static let name = "level"
  static let summary = "Shows or sets how much is logged."

  private static let key = "log.level"

  private let options: ChangeOptions
  private let level: String?

  init(from reader: inout ArgumentReader) {
    options = ChangeOptions(from: &reader)
    level = reader.optionalArgument(
      ArgumentKind("LEVEL", completion: .words(["debug", "info", "warning", "error"])) { $0 },
      "The new level; without one, the level is shown.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    let configuration = try await context.ask(AdminAPI.configuration)
    let setting = try SettingText.setting(Self.key, in: configuration)
    guard let level else {
      let text = "\(ShortText.value(setting.value).printable)\n"
      context.console.print(options.printsJSON(context.settings) ? try JSONText.line(setting) : text)
      return .done
    }
    let change = try AdminChanges.configure([Self.key: .string(level)], ifVersion: configuration.version)
    try context.print(try await context.perform(change, options), options) { _ in
      "What is logged is \(level.printable) and more important.\n"
    }
    return .done
  }
}

/// The options of the commands that change a key, and the request that they have in common.
struct SettingEdit: Sendable {
  private let options: ChangeOptions
  private let version: Int64?
  private let key: String

  init(from reader: inout ArgumentReader) {
    options = ChangeOptions(from: &reader)
    version = reader.option(
      "--version", .integer(in: 0...Int.max), "The version that must still hold; by default the one there is now."
    ).map(Int64.init)
    key = reader.argument(.setting, otherwise: "", "The key, as log.level; its end does where no other ends so.")
  }

  func run(in context: ShellContext, _ value: (AdminSetting) -> JSONValue) async throws -> ExitCode {
    let configuration = try await context.ask(AdminAPI.configuration)
    let setting = try SettingText.setting(key, in: configuration)
    let change = try AdminChanges.configure(
      [setting.key: value(setting)], ifVersion: version ?? configuration.version)
    try context.print(try await context.perform(change, options), options) { changed in
      let now = changed.settings.first { $0.key == setting.key }.map { ShortText.value($0.value).printable } ?? ""
      return "\(setting.key) is \(now); this is version \(changed.version).\n"
    }
    return .done
  }
}
