// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit

/// The page of URLLoading's symbols says of every public one whether it is here; this keeps it true.
@Suite struct SymbolTableTests {
  private static let table = Result {
    try SymbolTable(page: "Documentation/urlloading-symbols.md", sources: "Sources/Platform/URLLoading")
  }

  private let table: SymbolTable

  init() throws { table = try Self.table.get() }

  @Test func `every symbol the page says is here is declared`() { #expect(table.missing == []) }

  @Test func `every public declaration is on the page`() { #expect(table.missingRows == []) }

  @Test func `nothing the page says is not here is declared`() { #expect(table.unexpected == []) }

  @Test func `the page names what the system consists of`() {
    for symbol in ["URLSession", "URLSessionTask", "URLSessionConfiguration", "URLCache", "URLProtocol"] {
      #expect(table.here[symbol] != nil, "\(symbol)")
    }
    #expect(table.absent.count > 10)
  }
}
