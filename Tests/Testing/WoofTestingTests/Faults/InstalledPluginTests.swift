// SPDX-License-Identifier: Apache-2.0

import Foundation
@testable import TestKit
import Testing
import WoofClient
import WoofCore
import WoofCryptography
import WoofModel
import WoofTesting

/// Plugins that are run as in production, by workers, behind a harness.
struct InstalledPluginTests {
  /// A folder beside the tests, where libraries may be loaded from, with the hostile plugin as an operator installs it.
  private static func install() throws -> URL {
    let built = URL(fileURLWithPath: ExecutableFolder.path)
    let folder = built.appendingPathComponent("harness-plugins-\(UUID())")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    let library = try Data(contentsOf: URL(fileURLWithPath: CompiledLibrary.hostilePlugin.path))
    let digest = try #require(Digest(SHA256.digest(of: [UInt8](library))))
    let manifest = """
      {"name": "hostile", "version": "1.0", "abi": 1, "library": "libHostilePlugin.so", "digest": "\(digest)",
      "accepts": ["image/png", "image/jpeg"], "emits": ["image/png"],
      "parameters": {"type": "object", "properties": {"do": {"type": "string", "maxLength": 40}}},
      "limits": {"memoryMB": 128, "cpuSeconds": 1, "deadlineMilliseconds": 60000, "outputMB": 1, "pixels": 1000000}}
      """
    for (name, bytes) in [("libHostilePlugin.so", library), ("libHostilePlugin.json", Data(manifest.utf8))] {
      let file = folder.appendingPathComponent(name)
      try bytes.write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
    }
    return folder
  }

  private func withPlugin(doing behaviour: String, _ body: (WoofHarness) async throws -> Void) async throws {
    let folder = try Self.install()
    defer { try? FileManager.default.removeItem(at: folder) }
    let woof = try await WoofHarness.start {
      $0.account("ada")
      $0.transformer = .installed
      $0.settings = """
        {modules: {"service.http": {loops: 1, drainDeadline: "0s", signIn: {scryptLogN: 14}},
        "transformer.plugins": {folders: ["\(folder.path)"], worker: "\(ExecutableFolder.path)/woof-worker",
        steps: [{plugin: "hostile", parameters: '{"do": "\(behaviour)"}'}]}}}
        """
    }
    do { try await body(woof) } catch {
      await woof.stop()
      throw error
    }
    await woof.stop()
  }

  @Test func `a plugin that crashes in its worker quarantines the picture`() async throws {
    try await withPlugin(doing: "segfault") { woof in
      let error = try await failure {
        _ = try await woof.client(as: "ada", retryPolicy: .never).upload(data: Data(try DrawnPicture(.png).bytes()))
      }
      #expect(error.code == .imageQuarantined)
    }
  }

  @Test func `faults happen to plugins that would have succeeded`() async throws {
    try await withPlugin(doing: "nothing") { woof in
      let fault = try woof.faults.inject(.transformer(.crash), into: .post("/v1/photos").signedIn, count: 1)
      let client = woof.client(as: "ada", retryPolicy: .never)
      let picture = Data(try DrawnPicture(.png).bytes())
      let error = try await failure { _ = try await client.upload(data: picture) }
      #expect(error.code == .imageQuarantined)
      #expect(woof.faults.count(of: fault) == 1)
      let uploaded = try await client.upload(data: picture)
      #expect(uploaded.isNew)
    }
  }
}
