// SPDX-License-Identifier: Apache-2.0

import Glibc
import ProcessKit
import Synchronization
import Testing
import WoofAdministration
import WoofConfiguration
import WoofModel

@testable import TestKit
@testable import WoofServer

@Suite struct ConfigurationAdministrationTests {
  private static let path = "/admin/v1/configuration"

  private static func setting(_ key: String, _ admin: Client) throws -> JSONValue? {
    try admin.get(path).member("settings").items.first { $0["key"].text == key }
  }

  /// A configuration of a file that a test edits, and no service with it.
  private struct EditedFile {
    let configuration: LiveConfiguration
    private let folder: TemporaryFolder

    init(_ text: String) throws {
      let folder = try TemporaryFolder()
      self.folder = folder
      guard mkdir(folder.path("data"), 0o700) == 0 else { throw TestFailure("mkdir: \(errno)") }
      try folder.write(text, to: "woof.json5")
      let data = ConfigurationOverride(
        option: "test", path: ["modules", "storage.embedded", "folder"], text: folder.path("data"))
      configuration = try LiveConfiguration(
        ConfigurationSource(overrides: [data]) {
          let text = try String(contentsOfFile: folder.path("woof.json5"))
          return (text, "woof.json5")
        })
    }

    /// Whether something was kept that administrators have set.
    var isChanged: Bool { access(folder.path("data/settings.json"), F_OK) == 0 }

    func edit(_ text: String) throws { try folder.write(text, to: "woof.json5") }

    /// What counts under a key.
    func value(_ key: String) async throws -> JSONValue? {
      try await configuration.configuration().settings.first { $0.key == key }?.value
    }
  }

  @Test func `a live key takes effect at once, names its author, and is kept`() async throws {
    try await withAdministration(configuration: "{log: {level: 'info'}}") { program, admin in
      #expect(try Self.setting("log.level", admin)["origin"].text == "file")
      let patch = #"{"log.level":"debug"}"#
      let plan = try admin.send("PATCH", "\(Self.path)?plan=true", ["If-Match": "\"0\""], json: patch)
      #expect(try plan.member("summary").text == "sets log.level to \"debug\"")
      let changed = try admin.send("PATCH", Self.path, ["If-Match": "\"0\""], json: patch)
      #expect(try changed.status == 200 && changed.member("version").integer == 1 && changed["ETag"] == "\"1\"")
      let setting = try #require(try Self.setting("log.level", admin))
      #expect(setting["value"].text == "debug" && setting["origin"].text == "administrator" && setting["live"] == true)
      #expect(setting["default"].text == "info")
      // Who only looks at what administrators see is logged at this level alone.
      _ = try admin.get("/admin/v1/status")
      try await eventually { program.serving.program.errors.contains("/admin/v1/status") }
      _ = try await program.serving.stop()
      let arguments = ["--config", program.folder.path("woof.json5")]
      let next = try await AdministeredProgram(on: program.folder, arguments)
      #expect(try Self.setting("log.level", next.client())["value"].text == "debug")
      let back = try next.client().send("PATCH", Self.path, ["If-Match": "\"1\""], json: #"{"log.level":null}"#)
      #expect(back.status == 200)
      #expect(try Self.setting("log.level", next.client())["value"].text == "info")
      let shown = try await Program.run(["serve", "--data", program.folder.path("data"), "--print-config"])
      #expect(shown.code == 0 && shown.output.contains("administration"))
    }
  }

  @Test func `two administrators do not overwrite each other`() async throws {
    try await withAdministration { _, admin in
      let patch = #"{"log.level":"debug"}"#
      #expect(try admin.send("PATCH", Self.path, json: patch).problem == "precondition-failed")
      for version in ["0", "\"1\"", "*", "\"x\"", "\"99999999999999999999\""] {
        let response = try admin.send("PATCH", Self.path, ["If-Match": version], json: patch)
        #expect(response.problem == "precondition-failed", "\(version)")
      }
      #expect(try admin.send("PATCH", Self.path, ["If-Match": "\"0\""], json: patch).status == 200)
      let late = try admin.send("PATCH", Self.path, ["If-Match": "\"0\""], json: #"{"log.level":"error"}"#)
      #expect(try late.problem == "precondition-failed" && late.member("version").integer == 1)
      #expect(try Self.setting("log.level", admin)["value"].text == "debug")
    }
  }

  @Test(arguments: [
    (#"{"log.level":"loud"}"#, "log.level"), (#"{"log.level":7}"#, "log.level"), (#"{"no.such":1}"#, "no.such"),
    (#"{"modules.storage.embedded.folder":"/tmp"}"#, "modules.storage.embedded.folder"),
    (#"{"modules.transformer.plugins.worker":"/bin/sh"}"#, "modules.transformer.plugins.worker"),
    (#"{"modules.transformer.plugins.runWithoutSandbox":true}"#, "modules.transformer.plugins.runWithoutSandbox"),
    (#"{"pictures.variants":[{"name":"BAD"}]}"#, "modules.service.http.pictures.variants[0].name"),
    (#"{"plugins.disabled":[1]}"#, "modules.transformer.plugins.disabled"),
  ])
  func `settings that cannot be set are refused with the reader's words, and not kept`(
    patch: String, parameter: String
  ) async throws {
    try await withAdministration { program, admin in
      let response = try admin.send("PATCH", Self.path, ["If-Match": "\"0\""], json: patch)
      #expect(
        try response.problem == "invalid-parameter" && response.member("parameter").text == parameter,
        "\(response.text)")
      #expect(try admin.get(Self.path).member("version").integer == 0)
      #expect(access(program.folder.path("data/settings.json"), F_OK) != 0)
    }
  }

  @Test func `images that are derived, and limits of sign-in, can be set`() async throws {
    try await withAdministration { program, admin in
      let patch = """
        {"pictures.variants":[{"name":"tiny","size":"32x32"}],
        "modules.service.http.signIn.failures.perAddress":2}
        """
      #expect(try admin.send("PATCH", Self.path, ["If-Match": "\"0\""], json: patch).status == 200)
      let variants = try #require(try Self.setting("modules.service.http.pictures.variants", admin))
      #expect(variants["value"][0]["name"].text == "tiny" && variants["origin"].text == "administrator")
      let stranger = program.serving.client(Credential("nobody"))
      var statuses: [Int] = []
      for _ in 0..<8 { statuses.append(try stranger.get("/v1/me").status) }
      #expect(statuses.contains(429))
    }
  }

  @Test func `missing plugins cannot be enabled, and named ones can be read again`() async throws {
    try await withAdministration(configuration: "{modules: {'transformer.plugins': {folders: ['/nowhere']}}}") {
      _, admin in
      let plugins = try admin.get("/admin/v1/plugins").member("items").items
      #expect(plugins.isEmpty)
      #expect(try admin.send("POST", "/admin/v1/plugins/none/enable").status == 404)
      #expect(try admin.send("POST", "/admin/v1/plugins/reload").status == 200)
    }
  }

  @Test func `a file that has become invalid changes nothing, and is reported`() async throws {
    try await withAdministration(configuration: "{log: {level: 'info'}}") { program, admin in
      try program.folder.write("{log: {level: 'loud'}}", to: "woof.json5")
      let response = try admin.send("POST", "/admin/v1/plugins/reload")
      #expect(try response.problem == "conflict" && response.member("detail").text?.contains("log.level") == true)
      #expect(try Self.setting("log.level", admin)["value"].text == "info")
    }
  }

  @Test func `SIGHUP applies the file's changes, and keeps the old values if it is invalid`() async throws {
    try await withAdministration(configuration: "{log: {level: 'info'}}") { program, admin in
      try program.folder.write("{log: {level: 'debug'}}", to: "woof.json5")
      program.serving.program.signal(SIGHUP)
      try await eventually { try Self.setting("log.level", admin)?["value"].text == "debug" }
      #expect(try Self.setting("log.level", admin)?["origin"].text == "file")
      try program.folder.write("{log: {level: 'loud'}}", to: "woof.json5")
      program.serving.program.signal(SIGHUP)
      try await eventually { program.serving.program.errors.contains("loud") }
      #expect(try Self.setting("log.level", admin)?["value"].text == "debug")
    }
  }

  @Test func `SIGHUP reports the settings in force, and those that need a restart`() async throws {
    let waiting = "{log: {level: 'debug', refusalLines: 7}, modules: {'service.http': {drainDeadline: '61s'}}}"
    try await withAdministration(configuration: "{}") { program, _ in
      try program.folder.write(waiting, to: "woof.json5")
      program.serving.program.signal(SIGHUP)
      let note = "changes of the configuration need a restart of the service to count"
      try await eventually { try program.serving.log.contains { $0["message"].text == note } }
      let log = try program.serving.log
      #expect(log.first { $0["message"].text == "the configuration was read again" }?["changed"].text == "log.level")
      #expect(
        log.first { $0["message"].text == note }?["keys"].text
          == "log.refusalLines, modules.service.http.drainDeadline")
      // What was put back needs none.
      try program.folder.write("{log: {level: 'debug'}}", to: "woof.json5")
      program.serving.program.signal(SIGHUP)
      let read = "the configuration was read again"
      try await eventually { try program.serving.log.count { $0["message"].text == read } == 2 }
      #expect(try program.serving.log.count { $0["message"].text == note } == 1)
    }
  }

  @Test func `a change applies the file's new plugin settings, and its plan says so`() async throws {
    let file = try EditedFile("{modules: {'transformer.plugins': {folders: ['/nowhere']}}}")
    let applied = Mutex<[Set<LiveSetting>]>([])
    await file.configuration.attach { _, changes in applied.withLock { $0.append(changes) } }
    try file.edit("{modules: {'transformer.plugins': {folders: ['/elsewhere']}}}")
    let key = "modules.transformer.plugins.folders"
    let plan = try await file.configuration.plan(["log.level": .string("debug")], of: 0)
    #expect(plan.summary.hasPrefix("sets log.level to \"debug\", \(key) to "), "\(plan.summary)")
    #expect(try await file.value(key) == .array([.string("/nowhere")]))
    _ = try await file.configuration.change(["log.level": .string("debug")], of: 0)
    #expect(applied.withLock { $0 } == [[.log, .pictures]])
    #expect(try await file.value(key) == .array([.string("/elsewhere")]))
  }

  @Test func `settings of the file that need a restart are not part of a plan`() async throws {
    let file = try EditedFile("{}")
    try file.edit("{modules: {'service.http': {drainDeadline: '61s'}}}")
    #expect(try await file.configuration.plan([:], of: 0).summary == "changes nothing")
  }

  @Test func `settings cannot change before the service runs`() async throws {
    let file = try EditedFile("{}")
    let error = await #expect(throws: WoofError.self) {
      _ = try await file.configuration.change(["log.level": .string("debug")], of: 0)
    }
    #expect(error?.code == .unavailable)
    #expect(try await file.value("log.level") == .string("info"))
    #expect(!file.isChanged)
  }

  @Test func `damaged settings keep the service from starting, and are reported`() async throws {
    let folder = try TemporaryFolder()
    #expect(mkdir(folder.path("data"), 0o700) == 0)
    for text in ["{", #"{"version":1,"values":{"log.level":"loud"}}"#, #"{"version":1,"values":{"no":1}}"#] {
      try folder.write(text, to: "data/settings.json")
      let outcome = try await Program.run(["serve", "--data", folder.path("data"), "--listen", "127.0.0.1:0"])
      #expect(outcome.code != 0 && outcome.errors.contains("settings.json"), "\(outcome.errors)")
    }
  }

  @Test func `default variants are shown with their settings`() async throws {
    try await withAdministration { _, admin in
      let variants = try #require(try Self.setting("modules.service.http.pictures.variants", admin))
      for list in [variants["value"], variants["default"]] {
        #expect(list.items.map { $0["name"].text } == ["thumb", "grid", "preview"])
        #expect(list[1]["size"].text == "640x640" && list[1]["format"].text == "webp")
      }
      #expect(variants["origin"].text == "default")
    }
  }
}
