// SPDX-License-Identifier: Apache-2.0

@testable import TestKit

/// The demo with the plugin that decodes pictures, as `script/server` runs it.
enum DemoProgram {
  private static let root = PackageFolder.path
  /// The path of the folder that `script/samples` draws the sample photos in.
  static let samples = "\(root)/Resources/Samples"

  /// Starts the demo on a free port with a sealed copy of the plugin.
  ///
  /// - Parameter pictures: What stands in the section `pictures`; nothing by default.
  static func serve(in folder: TemporaryFolder, pictures: String = "") async throws -> ServingProgram {
    let library = folder.path("libWoofVips.so")
    try folder.write([UInt8](contentsOfFile: Program.built("libWoofVips.so")), to: "libWoofVips.so")
    let sealing = try await Program.run([
      "plugin", "seal", "--manifest", "\(root)/Plugins/Vips/manifest.json", library,
    ])
    guard sealing.code == 0 else { throw TestFailure(sealing.errors) }
    try folder.write(
      """
      {modules: {
        "transformer.plugins": {folders: ["\(folder.path)"], steps: [{plugin: "vips"}], workers: 2},
        "service.http": {pictures: {\(pictures)}},
      }}
      """, to: "woof.json5")
    return try await ServingProgram(
      on: folder, ["--config", folder.path("woof.json5"), "--demo", "--samples", samples])
  }
}
