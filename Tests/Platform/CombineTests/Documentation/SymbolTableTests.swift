// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit

/// The page about Combine says of every public symbol whether it is here; this keeps it true.
@Suite struct SymbolTableTests {
  private static let table = Result {
    try SymbolTable(page: "Documentation/combine.md", sources: "Sources/Platform/Combine")
  }

  private let table: SymbolTable

  init() throws { table = try Self.table.get() }

  @Test func `every symbol the page says is here is declared`() { #expect(table.missing == []) }

  @Test func `every public declaration is on the page`() { #expect(table.missingRows == []) }

  @Test func `nothing the page says is not here is declared`() { #expect(table.unexpected == []) }

  @Test func `the page names every operator`() {
    #expect((table.here["Publisher"]?.count ?? 0) > 90)
  }
}
