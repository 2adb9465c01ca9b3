// SPDX-License-Identifier: Apache-2.0

import WoofAdministration
import WoofModel
import WoofTerminal

/// A table of the items of a list: the columns, and the text of each cell.
struct ListTable<Item>: Sendable {
  /// A column: its heading, its alignment, and the text of its cells.
  struct Column: Sendable {
    let heading: String
    let alignment: TextTable.Alignment
    let cell: @Sendable (Item) -> String

    /// A column that keeps to the left.
    static func text(_ heading: String, _ cell: @escaping @Sendable (Item) -> String) -> Column {
      Column(heading: heading, alignment: .leading, cell: cell)
    }

    /// A column that keeps to the right.
    static func number(_ heading: String, _ cell: @escaping @Sendable (Item) -> String) -> Column {
      Column(heading: heading, alignment: .trailing, cell: cell)
    }
  }

  let columns: [Column]

  init(_ columns: [Column]) { self.columns = columns }

  /// The headings and a line for each item.
  func text(_ items: [Item], width: Int?) -> String {
    var table = TextTable(columns.map(\.heading), alignments: columns.map(\.alignment))
    for item in items { table.append(columns.map { $0.cell(item) }) }
    return table.lines(width: width).map { "\($0)\n" }.joined()
  }
}

extension ShellContext {
  /// Prints one thing.
  func print<Value: Encodable>(_ value: Value, _ output: OutputOptions, _ details: (Value) -> DetailTable) throws {
    console.print(
      output.printsJSON(settings) ? try JSONText.line(value) : details(value).text(width: console.width))
  }

  /// Prints the result of a change; prints nothing if nothing was done.
  func print<Value: Encodable>(_ value: Value?, _ options: ChangeOptions, _ sentence: (Value) -> String) throws {
    guard let value else { return }
    console.print(options.printsJSON(settings) ? try JSONText.line(value) : sentence(value))
  }

  /// Prints that a command is done to which the service returns no value: a sentence, or `{"done":true}`.
  func done(_ output: OutputOptions, _ sentence: String) throws {
    console.print(output.printsJSON(settings) ? try JSONText.line(["done": true]) : sentence)
  }

  /// Returns the first item of a list that satisfies a condition, whichever page it is on; `nil` if there is none.
  func first<Item>(of list: AdminList<Item>, where isWanted: (Item) -> Bool) async throws -> Item? {
    var cursor: String?
    repeat {
      let page = try await ask(list.page(after: cursor, limit: 500))
      if let found = page.items.first(where: isWanted) { return found }
      cursor = page.next
    } while cursor != nil
    return nil
  }

  /// Prints the items of a list, which is fetched page by page: lines of JSON as they come, or a table at the end.
  func list<Item>(_ list: AdminList<Item>, _ options: ListOptions, _ table: ListTable<Item>) async throws {
    let printsJSON = options.output.printsJSON(settings)
    var items: [Item] = []
    var count = 0
    var cursor: String?
    repeat {
      let rest = options.limit.map { $0 - count } ?? .max
      let page = try await ask(list.page(after: cursor, limit: min(500, rest)))
      count += page.items.count
      if printsJSON {
        try console.show(page.items.map { try JSONText.line($0) }.joined())
      } else {
        items += page.items
      }
      cursor = page.next
    } while cursor != nil && options.limit.map { count < $0 } ?? true
    guard !printsJSON else { return }
    guard count > 0 else { return console.note("There are none.\n") }
    console.print(table.text(items, width: console.width))
    if cursor != nil { console.remark("There are more: add --all, or --limit NUMBER.\n") }
  }
}
