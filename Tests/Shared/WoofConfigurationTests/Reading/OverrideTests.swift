// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofConfiguration

@Suite struct `Overriding from the command line` {
  @Test func `an option replaces the file's value`() throws {
    let settings = try sample(
      "{name: 'file', http: {connections: 5, idle: '9s'}}",
      overrides: [
        ConfigurationOverride(option: "--idle", path: ["http", "idle"], text: "4s"),
        ConfigurationOverride(option: "--loud", path: ["loud"], flag: true),
        ConfigurationOverride(option: "--host", path: ["hosts"], texts: ["x", "y"]),
      ]
    ).root
    #expect(settings.http.idle == .seconds(4))
    #expect(settings.http.connections == 5)
    #expect(settings.name == "file")
    #expect(settings.isLoud)
    #expect(settings.hosts == ["x", "y"])
  }

  @Test func `a text overrides the keys that it has, and no other`() throws {
    let overrides = try ConfigurationOverride.all(in: "{http: {idle: '4s'}, hosts: ['x'], loud: true}", option: "extra")
    let settings = try sample(
      "{name: 'file', http: {connections: 5, idle: '9s'}, hosts: ['y', 'z']}", overrides: overrides
    ).root
    #expect(settings.http.idle == .seconds(4))
    #expect(settings.http.connections == 5)
    #expect(settings.name == "file")
    #expect(settings.isLoud)
    #expect(settings.hosts == ["x"])
  }

  @Test(arguments: ["{", "[]", "7"]) func `a text of overrides is a section`(text: String) {
    let error = #expect(throws: ConfigurationError.self) { try ConfigurationOverride.all(in: text, option: "extra") }
    #expect(error?.description.contains("extra") == true)
  }

  @Test func `a section that the file lacks is added`() throws {
    let override = ConfigurationOverride(option: "--idle", path: ["http", "idle"], text: "4s")
    #expect(try sample("{}", overrides: [override]).root.http.idle == .seconds(4))
  }

  @Test func `the last of two options counts`() throws {
    let overrides = ["a", "b"].map { ConfigurationOverride(option: "--name", path: ["name"], text: $0) }
    #expect(try sample("{}", overrides: overrides).root.name == "b")
  }

  @Test func `a wrong value is attributed to its option`() {
    let override = ConfigurationOverride(option: "--idle", path: ["http", "idle"], text: "soon")
    let error = #expect(throws: ConfigurationError.self) { try sample("{}", overrides: [override]) }
    #expect(error?.description == "--idle: expected a duration (1s … 1h), found \"soon\"")
  }

  @Test func `a wrong section of the file is attributed to the file`() {
    let override = ConfigurationOverride(option: "--idle", path: ["http", "idle"], text: "4s")
    let error = #expect(throws: ConfigurationError.self) { try sample("{http: 7}", overrides: [override]) }
    #expect(error?.description == "woof.json5:1:8: http: expected a section, found 7")
  }
}
