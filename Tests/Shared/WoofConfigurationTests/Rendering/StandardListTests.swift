// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofConfiguration

@Suite struct `A list of sections with a default` {
  private func read(_ text: String) throws -> EffectiveConfiguration<[SampleMirror]> {
    try EffectiveConfiguration(text: text) {
      $0.sections("mirrors", default: "[{address: 'a'}, {}]", "Services that are kept in step.")
    }
  }

  @Test(arguments: ["{}", "{mirrors: []}"]) func `an empty list means the default, and shows it`(text: String)
    throws
  {
    let configuration = try read(text)
    #expect(configuration.root.map(\.address) == ["a", ""])
    let setting = try #require(configuration.settings.first)
    #expect(setting.value == #"[{"address":"a"},{"address":""}]"#)
    #expect(setting.standard == setting.value)
    #expect(setting.layer == .standard)
  }

  @Test func `a list with sections replaces the default`() throws {
    let configuration = try read("{mirrors: [{address: 'x'}]}")
    #expect(configuration.root.map(\.address) == ["x"])
    #expect(configuration.settings.first?.value == #"[{"address":"x"}]"#)
    #expect(configuration.settings.first?.layer == .file)
  }
}

@Suite struct `A text of the configuration as JSON` {
  @Test(arguments: [
    ("[1, 0x10, .5,]", "[1,16,0.5]"), ("{a: 'b', // c\n}", #"{"a":"b"}"#), ("null", "null"), ("true", "true"),
    (#"'it\'s "so"'"#, #""it's \"so\"""#),
  ])
  func `the JSON has the same meaning`(text: String, json: String) {
    #expect(ConfigurationText.json(text) == json)
  }

  @Test(arguments: ["", "vips", "15m", "Infinity", "[NaN]", "{a: 1, a: 2}", "[1"])
  func `a value without a JSON form gives none`(text: String) {
    #expect(ConfigurationText.json(text) == nil)
  }
}
