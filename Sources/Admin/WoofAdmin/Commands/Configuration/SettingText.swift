// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofAdministration
import WoofCommandLine
import WoofConfiguration
import WoofModel

/// Settings as text, and text as settings.
enum SettingText {
  private static let table = ListTable<AdminSetting>([
    .text("KEY") { $0.key }, .text("VALUE") { ShortText.value($0.value) }, .text("SET BY") { $0.origin.rawValue },
    .text("LIVE") { $0.isLive ? "yes" : "" }, .text("DEFAULT") { ShortText.value($0.standard) },
  ])

  /// Prints settings and their version.
  static func print(_ configuration: AdminConfiguration, _ output: OutputOptions, in context: ShellContext) throws {
    guard !output.printsJSON(context.settings) else {
      return context.console.print(try JSONText.line(configuration))
    }
    if configuration.settings.isEmpty {
      context.console.note("There are none.\n")
    } else {
      context.console.print(table.text(configuration.settings, width: context.console.width))
    }
    context.console.remark("This is version \(configuration.version).\n")
  }

  /// A setting by its key, or by the end of its key where no other ends so; keys that can be set count more there.
  ///
  /// - Throws: `CommandFailure` with the nearest one, where there is none.
  static func setting(_ key: String, in configuration: AdminConfiguration) throws -> AdminSetting {
    if let setting = configuration.settings.first(where: { $0.key == key }) { return setting }
    let ending = key.isEmpty ? [] : configuration.settings.filter { $0.key.hasSuffix(".\(key)") }
    let settable = ending.filter(\.isLive)
    if let setting = settable.count == 1 ? settable.first : ending.count == 1 ? ending.first : nil { return setting }
    guard ending.isEmpty else {
      throw CommandFailure(
        "\(key.printable) may be \(ending.map(\.key).joined(separator: ", ")): write more of it", exitCode: .usage)
    }
    let advice =
      configuration.settings.map(\.key).nearest(to: key).map { "did you mean \($0)?" } ?? "see: configuration show"
    throw CommandFailure("there is no key \(key.printable); \(advice)", exitCode: .usage)
  }

  /// Returns `true` if `typed` means a key: if it is the key, or a section of it with a full stop at the end.
  static func matches(_ key: String, _ typed: String) -> Bool {
    key == typed || typed.hasSuffix(".") && key.hasPrefix(typed)
  }

  /// The value that a text stands for: JSON5, as the configuration file has it, unless the setting is a text. One text for a
  /// setting that is a list is the list of it.
  static func value(_ text: String, like setting: AdminSetting) -> JSONValue {
    let json = ConfigurationText.json(text) ?? ""
    let read = try? JSONDecoder().decode(JSONValue.self, from: Data(json.utf8))
    switch (read, setting.standard) {
    case (.null?, _): return .null
    case (.string?, .array), (nil, .array): return .array([read ?? .string(text)])
    case (.string(let unquoted)?, _): return .string(unquoted)
    case (_, .string): return .string(text)
    default: return read ?? .string(text)
    }
  }
}
