// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WoofCommandLine
import WoofCryptography
import WoofModel
import WoofPlugins

/// The manifest of a library, with the library's digest in it.
struct ManifestSeal {
  /// The path at which the manifest has to be: that of the library, with the ending `.json`.
  let path: String
  private let library: String
  private let source: String

  /// - Throws: `CommandFailure` where the library's name is not that of one.
  init(library: String, manifest: String?) throws {
    guard library.hasSuffix(".so") else { throw CommandFailure("\(library) is no library; its name has to end in .so") }
    self.library = library
    path = library.dropLast(3) + ".json"
    source = manifest ?? path
  }

  /// Writes the manifest, and gives it.
  ///
  /// - Throws: `CommandFailure` where a file cannot be read or written, and `PluginError` where the manifest is wrong.
  func write() throws -> PluginManifest {
    let text = try Self.bytes(of: source)
    guard let digest = Digest(SHA256.digest(of: try Self.bytes(of: library))),
      case .object(var members)? = try? JSONDecoder().decode(JSONValue.self, from: Data(text))
    else { throw CommandFailure("\(source) is not a JSON object") }
    members["digest"] = .string("\(digest)")
    members["library"] = .string(library.split(separator: "/").last.map(String.init) ?? library)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let bytes = [UInt8](try encoder.encode(JSONValue.object(members))) + [0x0A]
    let manifest = try PluginManifest(bytes, place: source)
    do {
      try Data(bytes).write(to: URL(filePath: path), options: .atomic)
      // Whatever umask there is: what others may write is not loaded.
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    } catch {
      throw CommandFailure("\(path) cannot be written: \(error)")
    }
    return manifest
  }

  /// Returns the reason for which the service would not load the plugin from the place where it was sealed, or `nil` if
  /// it would load it.
  func objection(workerPath: String = WorkerSettings.standardWorkerPath) async -> String? {
    do throws(PluginError) {
      let settings = WorkerSettings(workerPath: workerPath, workerCount: 1)
      let runner = PluginRunner(plugin: try Plugin(manifestAt: path), settings: settings) { _ in }
      do throws(PluginError) {
        try await runner.start()
      } catch {
        await runner.drain()
        throw error
      }
      await runner.drain()
      return nil
    } catch {
      return error.message
    }
  }

  private static func bytes(of path: String) throws -> [UInt8] {
    guard let data = try? Data(contentsOf: URL(filePath: path)) else {
      throw CommandFailure("\(path) cannot be read; build the plugin, or name its manifest by --manifest")
    }
    return [UInt8](data)
  }
}
