// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofAdministration
import WoofModel

@testable import TestKit
@testable import WoofAdmin

/// The shell beside a service that runs the shipped plugin, where it has been built.
@Suite(
  .enabled(if: access(Program.built("libWoofVips.so"), R_OK) == 0), .timeLimit(.minutes(2)), .serialized)
struct `Plugins in the shell` {
  private let folder: TemporaryFolder
  private let service: AdminProcess

  init() async throws {
    folder = try TemporaryFolder()
    let manifest =
      PackageFolder.path + "/Plugins/Vips/manifest.json"
    try folder.write([UInt8](contentsOfFile: Program.built("libWoofVips.so")), to: "libWoofVips.so")
    let sealing = try await Program.run(["plugin", "seal", "--manifest", manifest, folder.path("libWoofVips.so")])
    guard sealing.code == 0 else { throw TestFailure(sealing.errors) }
    try folder.write(
      #"{modules: {"transformer.plugins": {folders: ["\#(folder.path)"], steps: [{plugin: "vips"}], workers: 1}}}"#,
      to: "woof.json5")
    service = try await AdminProcess("--config", folder.path("woof.json5"))
  }

  /// A terminal whose editor saves what is given.
  private func terminal(saving text: String) async throws -> TerminalProgram {
    try folder.write(text, to: "saved")
    try folder.write("#!/bin/sh\ncp '\(folder.path("saved"))' \"$1\"\n", to: "editor")
    chmod(folder.path("editor"), 0o700)
    let terminal = try service.terminal(environment: ["VISUAL=", "EDITOR=\(folder.path("editor"))"])
    try await terminal.waitForPrompt()
    return terminal
  }

  @Test func `plugins are listed, checked, disabled and enabled`() async throws {
    #expect(try await service.run("plugins list").contains("vips"))
    #expect(try await service.run("plugins check vips").contains("1.0.0"))
    #expect(try await service.run("plugins disable vips --yes") == "vips is disabled.\n")
    #expect(try await service.run("plugins chain show") == "")
    #expect(try await service.run("plugins enable vips --yes") == "vips is enabled.\n")
    #expect(try await service.run("plugins chain show").contains("vips"))
    let unknown = try await service.shell("-c", "plugins check vpis")
    #expect(unknown.code == 1)
    #expect(unknown.errors.contains("no plugin of this name was found; see: plugins list"))
  }

  @Test func `the chain is edited in the editor of the environment`() async throws {
    let terminal = try await terminal(saving: #"[{"plugin": "vips", "parameters": "{\"webpEffort\": 4}"}]"#)
    try terminal.type("plugins chain edit\r")
    try await terminal.wait(for: "Do it? [y/N] ")
    try terminal.type("y\r")
    try await terminal.wait(for: "The chain is set; this is version 1.")
    #expect(try await service.run("configuration show modules.transformer.plugins.steps --json").contains("webpEffort"))
    try terminal.type("plugins chain edit\r")
    try await terminal.wait(for: "nothing was changed")
  }

  @Test(arguments: [
    ("[{", "what was saved is no list of JSON: nothing was changed"),
    (#"[{"plugin": "nobody"}]"#, "nobody"),
  ])
  func `an invalid chain is refused`(text: String, message: String) async throws {
    let terminal = try await terminal(saving: text)
    try terminal.type("plugins chain edit --yes\r")
    try await terminal.wait(for: message)
    try await terminal.waitForPrompt(count: 2)
    #expect(try await service.run("configuration show modules.transformer.plugins.steps --json").contains("vips"))
    #expect(try await service.run("plugins chain show").contains("vips"))
  }
}

@Suite(.timeLimit(.minutes(1))) struct `The check of a plugin` {
  @Test func `a check fails if the plugin is switched off`() async throws {
    let plugin = AdminPlugin(
      name: "vips", version: "1.0.0", folder: "/plugins", state: .backingOff, position: 1, failureCount: 9,
      problem: "it failed too often")
    let stub = try StubAdmin(["GET /admin/v1/plugins": AdminPage(items: [plugin])])
    let outcome = try await stub.run("plugins check vips")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("backing-off") && outcome.output.contains("it failed too often"))
  }
}
