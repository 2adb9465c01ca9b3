// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// A service that runs the plugins it finds, whose files are replaced meanwhile.
@Suite(.timeLimit(.minutes(5))) struct PluginReloadTests {
  private static func withPlugin(
    _ body: @escaping @Sendable (PluginFolder, AdministeredProgram, Client) async throws -> Void
  ) async throws {
    let plugins = try PluginFolder()
    try plugins.install()
    let configuration = "{modules: {'transformer.plugins': {folders: ['\(plugins.path)'], workers: 1}}}"
    try await withAdministration(configuration: configuration) { program, admin in
      try await body(plugins, program, admin)
    }
  }

  /// Expects that plugins have looked at so many uploads, and accepted them.
  private static func expectAccepted(
    _ count: Int, _ program: AdministeredProgram, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let metrics = try program.serving.metrics()
    #expect(
      metrics.contains("woof_pictures_uploads_total{outcome=\"accepted\"} \(count)\n"), sourceLocation: sourceLocation)
  }

  @Test func `a plugin that has become unusable leaves the running chain in use`() async throws {
    try await Self.withPlugin { plugins, program, admin in
      let ada = try program.member("ada")
      try plugins.write(.text("another library"), to: PluginFolder.library)
      // What is refused for the second time is no reason either.
      for count in 1...2 {
        let response = try admin.send("POST", "/admin/v1/plugins/reload")
        #expect(response.status == 409 && response.problem == "conflict")
        #expect(try response.member("detail").text?.contains(PluginFolder.library) == true)
        try ada.add(SampleJPEG.next())
        try Self.expectAccepted(count, program)
      }
    }
  }

  @Test func `a newly installed plugin replaces the old one`() async throws {
    try await Self.withPlugin { plugins, program, admin in
      let ada = try program.member("ada")
      try ada.add(SampleJPEG.next())
      try plugins.install()
      #expect(try admin.send("POST", "/admin/v1/plugins/reload").status == 200)
      try ada.add(SampleJPEG.next())
      try Self.expectAccepted(2, program)
      try await eventually { try program.serving.log.count { $0["message"] == "plugins are run" } == 2 }
    }
  }

  @Test func `a removed plugin leaves the chain`() async throws {
    try await Self.withPlugin { plugins, program, admin in
      let ada = try program.member("ada")
      plugins.empty()
      #expect(try admin.send("POST", "/admin/v1/plugins/reload").status == 200)
      #expect(try admin.get("/admin/v1/plugins").member("items").items.isEmpty)
      try ada.add(SampleJPEG.next())
      try Self.expectAccepted(0, program)
    }
  }
}
