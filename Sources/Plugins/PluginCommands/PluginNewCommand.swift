// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofModel

/// Makes the package of a new plugin.
struct PluginNewCommand: Command {
  static let name = "new"
  static let summary = "Makes the package of a new plugin, which builds and passes its test as it stands."
  static let discussion = """
    The package is a folder of the plugin's name in this one. It brings all that the plugin is built with, and its README \
    says how to go on.
    """

  private let plugin: String
  private let language: PluginTemplate.Language
  private let printsJSON: Bool

  init(from reader: inout ArgumentReader) {
    plugin = reader.argument("NAME", "The plugin's name: lower-case letters, digits and hyphens, as dog-colour.")
    language =
      reader.option("--language", .choice("LANGUAGE", of: PluginTemplate.Language.self), "What it is written in.")
      ?? .swift
    printsJSON = reader.flag("--json", "Prints the paths that were written as a JSON object.")
    if !plugin.isEmpty, PluginTemplate.moduleName(for: plugin) == nil {
      reader.refuse(because: "\(plugin) is no name: a letter, then lower-case letters, digits and single hyphens")
    }
  }

  func run() async throws -> ExitCode {
    guard let template = PluginTemplate(name: plugin, language: language) else { return .usage }
    let paths = try template.write(to: plugin)
    if printsJSON {
      var writer = JSONWriter()
      writer.value(.object(["folder": .string(plugin), "files": .array(paths.map { .string($0) })]))
      writer.newline()
      StandardStream.output.write(String(decoding: writer.bytes, as: UTF8.self))
    } else {
      StandardStream.output.write("\(plugin) is there: \(paths.count) files. \(plugin)/README.md says how to go on.\n")
    }
    return .done
  }
}
