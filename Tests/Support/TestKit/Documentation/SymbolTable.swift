// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a page says of a module's public symbols, and what the module's sources declare.
///
/// A row of the page is a symbol, `yes` or `no`, and its members.
struct SymbolTable {
  /// The members that the sources declare, by symbol.
  let declared: [String: Set<String>]
  /// The members that the page names, by symbol that it says is here.
  let here: [String: Set<String>]
  /// The symbols that the page says are not here.
  let absent: Set<String>

  /// Reads a page and sources, by their paths from the folder of the package.
  init(page: String, sources: String) throws {
    declared = try PublicDeclarations(under: PackageFolder.url.appending(path: sources)).members
    let page = try String(contentsOf: PackageFolder.url.appending(path: page), encoding: .utf8)
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

  /// What the page says is here and the sources do not declare.
  var missing: [String] {
    here.flatMap { symbol, members -> [String] in
      guard let found = declared[symbol] else { return ["\(symbol) is not declared"] }
      return members.subtracting(found).map { "\(symbol) has no \($0)" }
    }
  }

  /// The rows that the page needs for what the sources declare. A symbol without members only has to be there.
  var missingRows: [String] {
    declared.compactMap { symbol, members in
      guard here[symbol] != members, !members.isEmpty || here[symbol] == nil else { return nil }
      return "| `\(symbol)` | yes | \(members.sorted().map { "`\($0)`" }.joined(separator: ", ")) |"
    }
  }

  /// What the page says is not here and the sources declare.
  var unexpected: [String] {
    absent.filter { symbol in
      let parts = symbol.split(separator: ".", maxSplits: 1).map(String.init)
      return declared[symbol] != nil || parts.count > 1 && declared[parts[0]]?.contains(parts[1]) == true
    }
  }
}
