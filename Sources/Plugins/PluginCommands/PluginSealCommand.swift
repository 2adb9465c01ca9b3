// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WoofCommandLine
import WoofCryptography
import WoofModel
import WoofPlugins

/// Writes the manifest beside a library.
struct PluginSealCommand: Command {
  static let name = "seal"
  static let summary = "Writes a plugin's manifest beside its library, with the digest of the library in it."
  static let discussion = """
    The service loads a library only where its manifest, the file of the same name that ends in .json, names its digest. \
    Do this after each build. Without --manifest, the manifest that lies there already gets the new digest.

    The plugin is sealed also where the service would not load it from where it lies, or not at all. What it would \
    refuse is said on standard error: that others may write a file or a folder, as an umask of 002 lets them, or that the \
    library calls itself something else than its manifest does.
    """

  private let library: String
  private let manifest: String?

  init(from reader: inout ArgumentReader) {
    library = reader.argument("LIBRARY", "The library, as .build/release/libDogColour.so.")
    manifest = reader.option("--manifest", .text("FILE"), "The manifest as it is in the plugin's source.")
  }

  func run() async throws -> ExitCode {
    let seal = try ManifestSeal(library: library, manifest: manifest)
    let sealed = try seal.write()
    StandardStream.output.write("\(seal.path): \(sealed.fullName), \(sealed.digest)\n")
    if let objection = await seal.objection() {
      StandardStream.error.write("woof: it is sealed, but would be refused: \(objection)\n")
    }
    return .done
  }
}

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
