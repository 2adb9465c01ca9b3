// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofConfiguration

@Suite struct `Settings of administrators` {
  private func set(_ path: [String], _ json: String) throws -> ConfigurationOverride {
    try #require(ConfigurationOverride(administratorsPath: path, json: json))
  }

  @Test func `they override the file, and the command line overrides them`() throws {
    let effective = try sample(
      "{name: 'file', loud: true}",
      overrides: [
        try set(["name"], "\"administrator\""), try set(["http", "connections"], "7"),
        ConfigurationOverride(option: "--name", path: ["name"], text: "option"),
      ])
    #expect(effective.root.name == "option" && effective.root.http.connections == 7)
    let layers = Dictionary(uniqueKeysWithValues: effective.settings.map { ($0.key, $0.layer) })
    #expect(layers["name"] == .commandLine && layers["http.connections"] == .administrator)
    #expect(layers["loud"] == .file && layers["http.idle"] == .standard)
  }

  @Test func `a wrong value is attributed to administrators`() throws {
    let override = try set(["http", "idle"], "\"soon\"")
    let error = #expect(throws: ConfigurationError.self) { try sample("{}", overrides: [override]) }
    #expect(error?.problems.first?.place == .administrator)
    #expect(error?.description == "settings.json: http.idle: expected a duration (1s … 1h), found \"soon\"")
  }

  @Test func `a list of sections is replaced as a whole, and attributed to administrators`() throws {
    let good = try set(["mirrors"], #"[{"address":"a"},{"address":"b"}]"#)
    let effective = try sample("{mirrors: [{address: 'file'}]}", overrides: [good])
    #expect(effective.root.mirrors.map(\.address) == ["a", "b"])
    let mirrors = try #require(effective.settings.first { $0.key == "mirrors" })
    #expect(mirrors.layer == .administrator && mirrors.standard == "[]")
    #expect(mirrors.value == #"[{"address":"a"},{"address":"b"}]"#)
    let bad = try set(["mirrors"], #"[{"port":1}]"#)
    let error = #expect(throws: ConfigurationError.self) { try sample("{}", overrides: [bad]) }
    #expect(error?.problems.first?.place == .administrator && error?.problems.first?.key == "mirrors[0].port")
  }

  @Test(arguments: ["", "{", "nonsense", "1 2"])
  func `text that is not JSON cannot be set`(json: String) {
    #expect(ConfigurationOverride(administratorsPath: ["name"], json: json) == nil)
  }

  @Test func `every value is shown as JSON`() throws {
    let effective = try sample("{hosts: ['a\\n'], certificate: null, format: 'json', http: {body: '1 GiB'}}")
    let values = Dictionary(uniqueKeysWithValues: effective.settings.map { ($0.key, $0.value) })
    #expect(values["hosts"] == #"["a\n"]"# && values["certificate"] == "null" && values["loud"] == "false")
    #expect(values["format"] == "\"json\"" && values["http.body"] == "\"1 GiB\"" && values["http.idle"] == "\"75s\"")
  }

  @Test func `the effective configuration says who set a value`() throws {
    let text = try sample("{}", overrides: [try set(["name"], "\"x\"")]).rendered()
    #expect(text.contains("set by an administrator; default \"woof\""))
  }
}
