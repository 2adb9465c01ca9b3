// SPDX-License-Identifier: Apache-2.0

import CPluginTemplates
import FoundationEssentials
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

/// The package of a new plugin.
struct PluginTemplate {
  /// A programming language for which there is a template.
  enum Language: String, CaseIterable {
    case swift, c
  }

  /// The files of the package, each with its path there and its text.
  let files: [(path: String, text: String)]

  /// Makes the package of a name; `nil` where it is none.
  init?(name: String, language: Language) {
    guard let module = Self.moduleName(for: name) else { return nil }
    var count = 0
    let start = language == .swift ? woof_templates_swift(&count) : woof_templates_c(&count)
    let templates = UnsafeBufferPointer(start: start, count: count)  // the program's own constants
    files = templates.map { template in
      let text = String(decoding: UnsafeBufferPointer(start: template.bytes, count: template.count), as: UTF8.self)
      return (Self.filled(String(cString: template.path), name, module), Self.filled(text, name, module))
    }
  }

  /// The name of a plugin's module: `DogColour` for `dog-colour`; `nil` of what is no name.
  static func moduleName(for name: String) -> String? {
    let words = name.split(separator: "-", omittingEmptySubsequences: false)
    let isName = words.allSatisfy { word in
      !word.isEmpty && word.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    }
    guard isName, name.utf8.count <= 64, name.utf8.first.map({ (0x61...0x7A).contains($0) }) == true else { return nil }
    return words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  private static func filled(_ text: String, _ name: String, _ module: String) -> String {
    text.replacing("@NAME@", with: name).replacing("@MODULE@", with: module)
  }

  /// Writes the package to a folder that is not there yet, and gives the paths.
  ///
  /// - Throws: `CommandFailure` where the folder is there, or something cannot be written.
  func write(to folder: String) throws -> [String] {
    guard !FileManager.default.fileExists(atPath: folder) else {
      throw CommandFailure("\(folder) is there already. Choose another name, or remove it")
    }
    do {
      for (path, text) in files {
        let file = URL(filePath: "\(folder)/\(path)")
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
    } catch {
      throw CommandFailure("\(folder) cannot be written: \(error)")
    }
    return files.map { "\(folder)/\($0.path)" }
  }
}
