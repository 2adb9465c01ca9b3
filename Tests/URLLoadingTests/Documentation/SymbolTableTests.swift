import Foundation
import Testing

@testable import TestSupport

/// The page of URLLoading's symbols says of every public one whether it is here; this keeps it true.
@Suite struct SymbolTableTests {
  private static let root = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let sources = Result { try PublicDeclarations(under: root.appending(path: "Sources/URLLoading")) }

  private let declared: [String: Set<String>]
  private let here: [String: Set<String>]
  private let absent: Set<String>

  init() throws {
    declared = try Self.sources.get().members
    let page = try String(contentsOf: Self.root.appending(path: "Documentation/urlloading-symbols.md"), encoding: .utf8)
    var here: [String: Set<String>] = [:]
    var absent: Set<String> = []
    for line in page.components(separatedBy: "\n") where line.hasPrefix("| `") {
      let cells = line.components(separatedBy: " | ")
      let symbol = cells[0].filter { !"|` ".contains($0) }
      if cells.count > 2, cells[1] == "yes" {
        let names = cells[2].components(separatedBy: "`")
        here[symbol] = Set(names.indices.filter { !$0.isMultiple(of: 2) }.map { names[$0] })
      } else if cells.count > 2, cells[1] == "no" {
        absent.insert(symbol)
      }
    }
    self.here = here
    self.absent = absent
  }

  @Test func `every symbol the page says is here is declared`() {
    for (symbol, members) in here {
      #expect(declared[symbol] != nil, "\(symbol) is not declared")
      #expect(members.subtracting(declared[symbol] ?? []) == [], "in \(symbol)")
    }
  }

  @Test func `every public declaration is on the page`() {
    for (symbol, members) in declared where !members.isEmpty || here[symbol] == nil {
      let row = "| `\(symbol)` | yes | \(members.sorted().map { "`\($0)`" }.joined(separator: ", ")) |"
      #expect(here[symbol] == members, "the page needs the row \(row)")
    }
  }

  @Test func `nothing the page says is not here is declared`() {
    for symbol in absent {
      let parts = symbol.split(separator: ".", maxSplits: 1).map(String.init)
      #expect(declared[symbol] == nil, "\(symbol)")
      #expect(parts.count < 2 || declared[parts[0]]?.contains(parts[1]) != true, "\(symbol)")
    }
  }

  @Test func `the page names what the system consists of`() {
    for symbol in ["URLSession", "URLSessionTask", "URLSessionConfiguration", "URLCache", "URLProtocol"] {
      #expect(here[symbol] != nil, "\(symbol)")
    }
    #expect(absent.count > 10)
  }
}
