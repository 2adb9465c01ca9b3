// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofCommandLine
import WoofCryptography
import WoofModel

/// The misbehaving plugin of the tests, installed in a folder that no other user can write.
struct InstalledPlugin: Sendable {
  /// The folder of the plugin's library and manifest.
  let folder: TemporaryFolder

  /// Installs the plugin that was built beside this program.
  ///
  /// - Throws: `CommandFailure` where it was not.
  init() throws {
    let programs = "/" + BenchOptions.program.split(separator: "/").dropLast().joined(separator: "/")
    folder = try TemporaryFolder(in: programs)
    let library = "libHostilePlugin.so"
    guard link("\(programs)/\(library)", folder.path(library)) == 0 else {
      throw CommandFailure(
        "\(programs)/\(library) cannot be linked: \(errno). To make it, run: Tests/Libraries/compile \(programs)")
    }
    let digest = Digest(of: try TextFile.bytes(folder.path(library)))
    try TextFile.write(
      """
      {"name": "hostile", "version": "1.0", "abi": 1, "library": "\(library)", "digest": "\(digest)",
      "accepts": ["image/jpeg"], "emits": [], "isolation": "perJob",
      "parameters": {"type": "object", "properties": {"do": {"type": "string"}}}}
      """, to: folder.path("libHostilePlugin.json"))
  }

  /// The section of a configuration by which the plugin crashes at pictures whose last byte is the digit 0.
  var configuration: String {
    """
    "transformer.plugins": {
      folders: ["\(folder.path)"],
      steps: [{ plugin: "hostile", parameters: "{\\"do\\":\\"crash-every-tenth\\"}" }],
    },
    """
  }
}
