// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofCore

@Suite struct `Module scope` {
  private let scope = ModuleScope(owner: "service")

  @Test func `a module finds a value that another provides`() throws {
    scope.scope(for: "a").provide("stick", at: .sticks)
    #expect(try scope.scope(for: "b").one(at: .sticks) == "stick")
  }

  @Test func `a missing value is named`() {
    let error = #expect(throws: ModuleError.self) { try scope.scope(for: "b").one(at: .sticks) }
    #expect(error?.code == .nothingProvided)
    #expect(error?.description == "module b: no module provides “sticks”; enable one that does")
  }

  @Test func `two providers of one value are both named`() {
    scope.scope(for: "a").provide("long stick", at: .sticks)
    scope.scope(for: "b").provide("short stick", at: .sticks)
    let error = #expect(throws: ModuleError.self) { try scope.one(at: .sticks) }
    #expect(error?.code == .providedTwice)
    #expect(error?.message == "a and b provide “sticks”; disable all but one")
    #expect(scope.all(at: .sticks) == ["long stick", "short stick"])
  }

  @Test func `places of the same name and different types are different`() {
    scope.provide("stick", at: .sticks)
    #expect(scope.all(at: ExtensionPoint<Int>(name: "sticks")).isEmpty)
  }
}
