// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofAdministration
import WoofCommandLine
import WoofModel

@testable import WoofAdmin

@Suite struct `A typed setting` {
  private static func setting(_ key: String, _ standard: JSONValue, isLive: Bool = true) -> AdminSetting {
    AdminSetting(key: key, documentation: "It.", value: standard, standard: standard, origin: .standard, isLive: isLive)
  }

  private static let configuration = AdminConfiguration(
    version: 7,
    settings: [
      setting("log.level", "info"), setting("modules.plugins.disabled", .array([])),
      setting("modules.plugins.workers", 2), setting("modules.signIn.failures.memory", "15m"),
      setting("modules.pictures.variants", .array([.object(["name": "thumb"])])),
      setting("modules.http.limits.workers", 4, isLive: false),
      setting("modules.http.listen", .array([]), isLive: false),
      setting("modules.metrics.listen", .array([]), isLive: false),
    ])

  @Test(
    arguments: [
      ("plugins.disabled", "vips", .array(["vips"])), ("plugins.disabled", "[]", .array([])),
      ("plugins.disabled", "['vips',]", .array(["vips"])), ("plugins.workers", "+0x10", 16),
      ("plugins.workers", "8", 8),
      ("failures.memory", "15m", "15m"), ("failures.memory", "'15m'", "15m"), ("failures.memory", "null", .null),
      ("variants", "[{name: 'tiny', size: '32x32'}]", .array([.object(["name": "tiny", "size": "32x32"])])),
      ("log.level", "debug", "debug"), ("log.level", "12", "12"),
    ] as [(String, String, JSONValue)])
  func `a typed value has the forms of the configuration file`(key: String, text: String, value: JSONValue) throws {
    #expect(SettingText.value(text, like: try SettingText.setting(key, in: Self.configuration)) == value)
  }

  @Test(arguments: [("workers", "modules.plugins.workers"), ("level", "log.level"), ("log.level", "log.level")])
  func `a key can be given by its end`(typed: String, key: String) throws {
    #expect(try SettingText.setting(typed, in: Self.configuration).key == key)
  }

  @Test func `an ambiguous end of a key is refused`() {
    let error = #expect(throws: CommandFailure.self) { try SettingText.setting("listen", in: Self.configuration) }
    #expect(error?.description.contains("modules.http.listen, modules.metrics.listen: write more of it") == true)
  }
}
