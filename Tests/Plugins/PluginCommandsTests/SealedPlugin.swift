// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofPlugins

@testable import PluginCommands
@testable import TestKit

/// Plugins as they were built, sealed in folders of their own.
enum SealedPlugin {
  /// Seals a copy of the library at a path with a manifest.
  static func make(_ library: String, manifest source: String, in folder: TemporaryFolder) throws -> Plugin {
    let name = String(library.split(separator: "/").last ?? "")
    try folder.write([UInt8](contentsOfFile: library), to: name)
    let seal = try ManifestSeal(library: folder.path(name), manifest: source)
    let manifest = try seal.write()
    let plugin = try Plugin(manifestAt: seal.path)
    #expect(plugin.manifest == manifest)
    return plugin
  }

  /// A runner with one worker.
  static func runner(_ plugin: Plugin) -> PluginRunner {
    PluginRunner(
      plugin: plugin, settings: WorkerSettings(workerPath: WorkerSettings.standardWorkerPath, workerCount: 1)
    ) { _ in }
  }
}
