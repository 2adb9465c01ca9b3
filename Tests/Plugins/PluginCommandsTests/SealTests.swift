// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofCore
import WoofPlugins

@testable import PluginCommands
@testable import TestKit

/// The objections of `woof plugin seal` to plugins that the service would not load.
struct SealTests {
  private static func seal(
    in folder: TemporaryFolder, version: String = "1.0"
  ) throws -> ManifestSeal {
    try folder.write([UInt8](contentsOfFile: CompiledLibrary.hostilePlugin.path), to: "libHostilePlugin.so")
    try folder.write(
      """
      {"name": "hostile", "version": "\(version)", "abi": 1, "accepts": ["image/png"], "emits": []}
      """, to: "manifest.json")
    let seal = try ManifestSeal(library: folder.path("libHostilePlugin.so"), manifest: folder.path("manifest.json"))
    _ = try seal.write()
    return seal
  }

  private static func setMode(_ mode: Int, of path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  @Test func `a plugin that the service loads is sealed silently`() async throws {
    let folder = try TemporaryFolder()
    let seal = try Self.seal(in: folder)
    #expect(await seal.objection() == nil)
  }

  @Test func `files and folders that others can write are named with a remedy`() async throws {
    let folder = try TemporaryFolder()
    let seal = try Self.seal(in: folder)
    let library = folder.path("libHostilePlugin.so")
    try Self.setMode(0o664, of: library)
    #expect(await seal.objection() == "others may write \(library); run: chmod go-w \(library)")
    try Self.setMode(0o644, of: library)
    try Self.setMode(0o775, of: folder.path)
    #expect(await seal.objection() == "others may write \(folder.path); run: chmod go-w \(folder.path)")
    try Self.setMode(0o755, of: folder.path)
  }

  @Test func `the sealed manifest is writable for its owner only, whatever the umask is`() throws {
    let folder = try TemporaryFolder()
    try folder.write([], to: "libHostilePlugin.json")
    try Self.setMode(0o666, of: folder.path("libHostilePlugin.json"))
    let seal = try Self.seal(in: folder)
    let attributes = try FileManager.default.attributesOfItem(atPath: seal.path)
    #expect(attributes[.posixPermissions] as? Int == 0o644)
  }

  @Test func `a version that differs from the library's is reported`() async throws {
    let folder = try TemporaryFolder()
    let seal = try Self.seal(in: folder, version: "1.1")
    let objection = await seal.objection()
    #expect(objection?.contains("its version is not that of its manifest") == true, "\(objection ?? "nothing")")
  }
}
