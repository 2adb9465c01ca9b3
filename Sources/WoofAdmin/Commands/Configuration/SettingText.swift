import Foundation
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

  /// A setting by its key.
  ///
  /// - Throws: `CommandFailure` with the nearest one, where there is none.
  static func setting(_ key: String, in configuration: AdminConfiguration) throws -> AdminSetting {
    if let setting = configuration.settings.first(where: { $0.key == key }) { return setting }
    let advice =
      configuration.settings.map(\.key).nearest(to: key).map { "did you mean \($0)?" } ?? "see: configuration show"
    throw CommandFailure("there is no key \(key.printable); \(advice)", exitCode: .usage)
  }

  /// Whether a key is meant by what was typed: the key, or its section with a full stop at the end.
  static func matches(_ key: String, _ typed: String) -> Bool {
    key == typed || typed.hasSuffix(".") && key.hasPrefix(typed)
  }

  /// The value that a text stands for: JSON where it is some, unless the setting is a text.
  static func value(_ text: String, like setting: AdminSetting) -> JSONValue {
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) else { return .string(text) }
    if case .string = value { return value }
    if case .string = setting.standard { return .string(text) }
    return value
  }
}
