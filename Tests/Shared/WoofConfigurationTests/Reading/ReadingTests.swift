// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofConfiguration

@Suite struct `Reading a configuration` {
  @Test func `an empty configuration has every default`() throws {
    let settings = try sample("{}").root
    #expect(settings.name == "woof")
    #expect(!settings.isLoud)
    #expect(settings.format == .automatic)
    #expect(settings.certificate == nil)
    #expect(settings.hosts == ["localhost"])
    #expect(settings.http.connections == 10_000)
    #expect(settings.http.body == .megabytes(50))
    #expect(settings.http.idle == .seconds(75))
    #expect(settings.mirrors.isEmpty)
  }

  @Test func `every kind of value is read`() throws {
    let settings = try sample(
      """
      {
        name: 'kennel', loud: true, format: "json", certificate: "dogs.pem", hosts: ["a", "b"],
        http: {connections: 0x10, body: 4096, idle: "5m"},
        mirrors: [{address: "one"}, {address: "two"}],
      }
      """
    ).root
    #expect(settings.name == "kennel")
    #expect(settings.isLoud)
    #expect(settings.format == .json)
    #expect(settings.certificate == "dogs.pem")
    #expect(settings.hosts == ["a", "b"])
    #expect(settings.http.connections == 16)
    #expect(settings.http.body == .bytes(4096))
    #expect(settings.http.idle == .seconds(300))
    #expect(settings.mirrors.map(\.address) == ["one", "two"])
  }

  @Test func `a byte count can have a unit, and an optional value can be null`() throws {
    let settings = try sample("{http: {body: '1 GiB'}, certificate: null}").root
    #expect(settings.http.body == .gibibytes(1))
    #expect(settings.certificate == nil)
  }

  @Test(arguments: [
    ("{nme: 'x'}", "1:2: nme: the configuration has no such key; did you mean name?"),
    (
      "{http: {\n  conections: 1}}",
      "2:3: http.conections: the section http has no such key; did you mean connections?"
    ),
    ("{zebra: 1}", "1:2: zebra: the configuration has no such key"),
    ("{mirrors: [{}, {port: 1}]}", "1:17: mirrors[1].port: the section mirrors[1] has no such key"),
    ("{name: 5}", "1:8: name: expected a string, found 5"),
    ("{loud: 'yes'}", "1:8: loud: expected a boolean, found \"yes\""),
    ("{http: {connections: 1.5}}", "1:22: http.connections: expected an integer (1 … 1000000), found 1.5"),
    ("{http: {connections: 0}}", "1:22: http.connections: expected an integer (1 … 1000000), found 0"),
    ("{http: {body: '11 GB'}}", "1:15: http.body: expected a byte count (0 B … 10 GB), found \"11 GB\""),
    ("{http: {body: -1}}", "1:15: http.body: expected a byte count (0 B … 10 GB), found -1"),
    ("{http: {idle: '2h'}}", "1:15: http.idle: expected a duration (1s … 1h), found \"2h\""),
    ("{http: {idle: 75}}", "1:15: http.idle: expected a duration (1s … 1h), found 75"),
    (
      "{format: 'jsn'}",
      "1:10: format: expected a word (\"automatic\", \"logfmt\", \"json\"), found \"jsn\"; did you mean \"json\"?"
    ),
    ("{hosts: 'a'}", "1:9: hosts: expected a list of strings, found \"a\""),
    ("{hosts: ['a', 5]}", "1:15: hosts: expected a list of strings, found 5"),
    ("{http: []}", "1:8: http: expected a section, found a list"),
    ("{mirrors: {}}", "1:11: mirrors: expected a list of sections, found a section"),
    ("{mirrors: [1]}", "1:12: mirrors[0]: expected a section, found 1"),
    ("{name: 'a', name: 'b'}", "1:13: name: this key stands here twice"),
    ("{certificate: 'c', hosts: []}", "1:27: hosts: a certificate needs a host"),
    ("[]", "1:1: expected a section in braces, found a list"), ("{name: }", "1:8: expected a value, found ‘}’"),
  ])
  func `a mistake is named with its position, its key and its remedy`(text: String, message: String) {
    let error = #expect(throws: ConfigurationError.self) { try sample(text) }
    #expect(error?.description == "woof.json5:" + message)
  }

  @Test func `all mistakes are named, in the order of the text`() {
    let error = #expect(throws: ConfigurationError.self) {
      try sample("{http: {idel: '1s', connections: 0}, loud: 1, format: 'x', format: 'y'}")
    }
    #expect(
      error?.problems.map(\.code) == [.unknownKey, .notAllowed, .wrongType, .notAllowed, .duplicateKey])
    #expect(
      error?.problems.map(\.key) == ["http.idel", "http.connections", "loud", "format", "format"])
  }

  @Test func `the first twenty of many mistakes are named`() {
    let text = "{" + (0..<5000).map { "k\($0): 1" }.joined(separator: ", ") + "}"
    let error = #expect(throws: ConfigurationError.self) { try sample(text) }
    #expect(error?.problems.count == 20)
    #expect(error?.problems.first?.key == "k0")
  }

  @Test func `a configuration of more than a megabyte is refused`() {
    let text = "{} //" + String(repeating: "x", count: 1_000_000)
    let error = #expect(throws: ConfigurationError.self) { try sample(text) }
    #expect(error?.problems.map(\.code) == [.tooLarge])
  }

  @Test func `a custom kind of value refuses values that its closure refuses`() throws {
    let port = ConfigurationKind<UInt16>(name: "port", allowed: "0 … 65535", parse: { UInt16($0) }, text: { "\($0)" })
    func read(_ text: String) throws(ConfigurationError) -> UInt16 {
      try EffectiveConfiguration(text: text) { $0.value("port", port, default: 80, "The port.") }.root
    }
    #expect(try read("{port: '9663'}") == 9663)
    let error = #expect(throws: ConfigurationError.self) { try read("{port: '99999'}") }
    #expect(error?.description == "woof.json5:1:8: port: expected a port (0 … 65535), found \"99999\"")
  }
}
