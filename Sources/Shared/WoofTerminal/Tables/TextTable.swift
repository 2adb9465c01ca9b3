// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine

/// A table for a terminal: columns as wide as their widest cell, or as the terminal lets them be.
///
/// ```swift
/// var table = TextTable(["NAME", "PHOTOS"], alignments: [.leading, .trailing])
/// table.append(["ada", "12"])
/// print(table, terminator: "")
/// ```
///
/// Cells may hold what strangers wrote: control characters, which could steer a terminal, are replaced.
package struct TextTable: Sendable, CustomStringConvertible {
  /// The alignment of the cells of a column.
  package enum Alignment: Sendable {
    /// The cells keep to the left.
    case leading
    /// The cells keep to the right, as numbers do.
    case trailing
  }

  /// The width to which a column is cut at most to make the table fit.
  private static let narrowest = 6

  private let alignments: [Alignment]
  private var rows: [[String]]

  /// Makes a table of its headings; columns without an alignment keep to the left.
  package init(_ headings: [String], alignments: [Alignment] = []) {
    self.alignments = headings.indices.map { $0 < alignments.count ? alignments[$0] : .leading }
    rows = [headings]
  }

  /// Adds a row; missing cells are empty, and there may be no more cells than headings.
  package mutating func append(_ cells: [String]) {
    precondition(cells.count <= alignments.count, "a row has more cells than there are headings")
    rows.append(cells.map(\.printable) + Array(repeating: "", count: alignments.count - cells.count))
  }

  /// The width of the table with every cell shown in full, in columns of a terminal.
  package var width: Int { widths(fitting: nil).reduce(0, +) + 2 * max(0, alignments.count - 1) }
  /// The width of the last column with every cell shown in full, in columns of a terminal.
  package var widthOfLastColumn: Int { widths(fitting: nil).last ?? 0 }

  /// The headings and rows, each with a line end.
  package var description: String { lines().map { "\($0)\n" }.joined() }

  /// The headings and rows, one line each.
  ///
  /// - Parameter width: The number of columns that a line may have; any by default. The widest of the table's columns
  ///   that keep to the left are cut until a line fits, each to an ellipsis and a few characters at the least; a line
  ///   that is still too wide is cut at the end.
  package func lines(width: Int? = nil) -> [String] {
    let widths = widths(fitting: width)
    return rows.map { cells in
      var line = ""
      for (column, cell) in cells.enumerated() {
        let text = cell.truncated(toWidth: widths[column])
        let padding = String(repeating: " ", count: widths[column] - text.displayWidth)
        if column > 0 { line += "  " }
        line += alignments[column] == .leading ? text + padding : padding + text
      }
      while line.last == " " { line.removeLast() }
      return width.map { line.truncated(toWidth: $0) } ?? line
    }
  }

  private func widths(fitting width: Int?) -> [Int] {
    var widths = alignments.indices.map { column in rows.map { $0[column].displayWidth }.max() ?? 0 }
    guard let width else { return widths }
    var excess = widths.reduce(0, +) + 2 * max(0, widths.count - 1) - width
    while excess > 0 {
      let flexible = widths.indices.filter { alignments[$0] == .leading && widths[$0] > Self.narrowest }
      guard let widest = flexible.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }
}
