// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofConfiguration

@testable import WoofCore

@Suite struct `Module registry` {
  private func read(_ text: String) throws -> [any WoofModule] {
    let registry = try ModuleRegistry([SQLiteLike.self, OptionalModule.self, ModuleA.self])
    return try EffectiveConfiguration(text: text) { registry.read(from: &$0) }.root
  }

  @Test func `without configuration the default modules come in the order of registration`() throws {
    #expect(try read("{}").map { type(of: $0).id } == ["storage.sqlite", "a"])
  }

  @Test func `the configuration enables and disables modules`() throws {
    let modules = try read("{optional: {enabled: true}, a: {enabled: false}}")
    #expect(modules.map { type(of: $0).id } == ["storage.sqlite", "optional"])
  }

  @Test func `a module gets its section`() throws {
    let modules = try read("{'storage.sqlite': {breed: 'poodle'}}")
    #expect((modules.first as? SQLiteLike)?.settings.breed == "poodle")
  }

  @Test func `an unknown id suggests the nearest`() {
    let error = #expect(throws: ConfigurationError.self) { try read("{'storage.sqlit': {}}") }
    #expect(error?.problems.first?.message == "the configuration has no such key; did you mean storage.sqlite?")
  }

  @Test func `an unknown key of a module suggests the nearest, even when it is disabled`() {
    let error = #expect(throws: ConfigurationError.self) { try read("{optional: {bred: 'poodle'}}") }
    #expect(error?.problems.map(\.key) == ["optional.bred"])
    #expect(error?.problems.first?.message.contains("did you mean breed?") == true)
  }

  @Test func `two modules with one id are refused`() {
    let error = #expect(throws: ModuleError.self) { try ModuleRegistry([ModuleA.self, OtherA.self]) }
    #expect(error?.code == .duplicateID)
    #expect(error?.module == "a")
  }

  @Test(arguments: ["", "A", "a..b", ".a", "a.", "a b", "a-b", "é", "1a", "a.1"] as [ModuleID])
  func `a malformed id is refused`(id: ModuleID) {
    #expect(!id.isWellFormed)
  }

  @Test(arguments: ["a", "storage.sqlite", "s3", "transform.jpeg2"] as [ModuleID])
  func `an id of words with dots is accepted`(id: ModuleID) {
    #expect(id.isWellFormed)
  }

  @Test func `a module with a malformed id is refused`() {
    let error = #expect(throws: ModuleError.self) { try ModuleRegistry([WrongName.self]) }
    #expect(error?.code == .invalidID)
  }
}

private struct SQLiteLike: WoofModule {
  static let id: ModuleID = "storage.sqlite"
  static let summary = "Stores."
  let settings: RecordingSettings
  func provision(_ scope: ModuleScope) async throws {}
}

private struct OptionalModule: WoofModule {
  static let id: ModuleID = "optional"
  static let summary = "Is off until asked for."
  static let isEnabledByDefault = false
  let settings: RecordingSettings
  func provision(_ scope: ModuleScope) async throws {}
}

private struct OtherA: WoofModule {
  static let id: ModuleID = "a"
  static let summary = "Has another's name."
  let settings: RecordingSettings
  func provision(_ scope: ModuleScope) async throws {}
}

private struct WrongName: WoofModule {
  static let id: ModuleID = "Wrong Name"
  static let summary = "Has a name of another form."
  let settings: RecordingSettings
  func provision(_ scope: ModuleScope) async throws {}
}
