// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofModel
import WoofPlugins
import WoofTerminal

/// Lists the plugins that were found.
struct PluginListCommand: Command {
  static let name = "list"
  static let summary = "Lists the plugins that are installed, and what is wrong with those that cannot be used."
  static let discussion = """
    A plugin can be used where its library has the digest that its manifest names, and nobody but root and the user of \
    the service can have put either there.

    Exit codes: 0 all can be used; 1 some cannot.
    """

  private let folders: PluginFolders
  private let printsJSON: Bool

  init(from reader: inout ArgumentReader) {
    folders = PluginFolders(from: &reader)
    printsJSON = reader.flag("--json", "Prints one JSON object a line.")
  }

  func run() async throws -> ExitCode {
    let search = PluginSearch(in: folders.paths)
    StandardStream.output.write(printsJSON ? json(search) : table(search))
    for fault in search.faults {
      StandardStream.error.write(
        printsJSON ? ErrorLine(code: "plugin", message: fault.message).json : "\(fault.message)\n")
    }
    return search.faults.isEmpty ? .done : .failed
  }

  private func table(_ search: PluginSearch) -> String {
    guard !search.plugins.isEmpty else { return "There are no plugins in \(folders.paths.joined(separator: ", "))\n" }
    var table = TextTable(["NAME", "VERSION", "TAKES", "MAKES", "ISOLATION", "FOLDER"])
    for plugin in search.plugins {
      let manifest = plugin.manifest
      table.append([
        manifest.name, manifest.version, names(manifest.accepts), names(manifest.emits), manifest.isolation.rawValue,
        plugin.folder,
      ])
    }
    return table.description
  }

  private func json(_ search: PluginSearch) -> String {
    var writer = JSONWriter()
    for plugin in search.plugins {
      let manifest = plugin.manifest
      writer.value(
        .object([
          "name": .string(manifest.name), "version": .string(manifest.version), "folder": .string(plugin.folder),
          "library": .string(manifest.library), "digest": .string("\(manifest.digest)"),
          "isolation": .string(manifest.isolation.rawValue), "accepts": types(manifest.accepts),
          "emits": types(manifest.emits), "emitsMoving": types(manifest.emitsMoving),
        ]))
      writer.newline()
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func names(_ types: Set<ImageType>) -> String {
    types.isEmpty ? "-" : types.map(\.fileExtension).sorted().joined(separator: ",")
  }

  private func types(_ types: Set<ImageType>) -> JSONValue {
    .array(types.map(\.rawValue).sorted().map { .string($0) })
  }
}

/// The folders in which plugins are looked for, and the path of the worker.
struct PluginFolders {
  /// The folders, in order.
  let paths: [String]
  /// The worker executable.
  let workerPath: String

  init(from reader: inout ArgumentReader) {
    let given = reader.options(
      "--folder", .text("FOLDER"),
      "A folder of plugins. Without it, those of this program and of /usr/lib/woof/plugins are looked at.")
    paths = given.isEmpty ? PluginSearch.standardFolders : given
    workerPath = WorkerSettings.standardWorkerPath
  }
}
