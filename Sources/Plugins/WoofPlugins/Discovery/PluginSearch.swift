// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import WoofCore

/// Looks for plugins in folders: for each library `NAME.so` that has a manifest `NAME.json` beside it.
package struct PluginSearch: Sendable {
  /// The plugins that were found, in the order of the folders and of their file names.
  package private(set) var plugins: [Plugin] = []
  /// The plugins that were found but must not be loaded, and the folders that cannot be read.
  package private(set) var refused: [RefusedPlugin] = []

  /// The errors of the plugins and folders in ``refused``, in the same order.
  package var faults: [PluginError] { refused.map(\.error) }

  /// The folders in which plugins are looked for by default: the program's own, and that in which packages put plugins.
  package static var standardFolders: [String] { [ExecutableFolder.path, "/usr/lib/woof/plugins"] }

  /// Looks into folders; one that is not there holds no plugins.
  package init(in folders: [String]) {
    for path in folders where access(path, F_OK) == 0 {
      do {
        let folder = try TrustedFolder(at: path)
        let libraries = Set(folder.names(endingWith: ".so").map { $0.dropLast(3) })
        for name in folder.names(endingWith: ".json") where libraries.contains(name.dropLast(5)) {
          add(name, of: folder)
        }
      } catch {
        refused.append(RefusedPlugin(name: "", folder: path, error: error))
      }
    }
  }

  /// The first plugin of a name.
  ///
  /// - Throws: ``PluginError`` with the code `notFound`, or with what is wrong with the plugins that were found.
  package func plugin(named name: String) throws(PluginError) -> Plugin {
    if let plugin = plugins.first(where: { $0.manifest.name == name }) { return plugin }
    let known = plugins.map(\.manifest.name).joined(separator: ", ")
    let found = known.isEmpty ? "no plugins were found" : "there are \(known)"
    let wrong = faults.isEmpty ? "" : "; not usable: \(faults.map(\.message).joined(separator: "; "))"
    throw PluginError(.notFound, "there is no plugin \(name); \(found)\(wrong)")
  }

  private mutating func add(_ name: String, of folder: TrustedFolder) {
    do {
      plugins.append(try Plugin(name, in: folder))
    } catch {
      refused.append(RefusedPlugin(name: String(name.dropLast(5)), folder: folder.path, error: error))
    }
  }
}

/// A plugin that was found and must not be loaded.
package struct RefusedPlugin: Hashable, Sendable {
  /// The name of its files without their endings; empty if a whole folder is refused.
  package var name: String
  /// The path of the folder that holds it, or of the folder that is refused.
  package var folder: String
  /// The reason for the refusal.
  package var error: PluginError

  /// Makes a description.
  package init(name: String, folder: String, error: PluginError) {
    self.name = name
    self.folder = folder
    self.error = error
  }
}
