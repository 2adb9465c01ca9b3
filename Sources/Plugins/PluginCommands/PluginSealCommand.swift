// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
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
