/// A table for a terminal: columns as wide as their widest cell.
///
/// ```swift
/// var table = TextTable(["NAME", "PHOTOS"], alignments: [.leading, .trailing])
/// table.append(["ada", "12"])
/// print(table, terminator: "")
/// ```
///
/// Cells may hold what strangers wrote: control characters, which could steer a terminal, are replaced.
public struct TextTable: Sendable, CustomStringConvertible {
  /// To which side the cells of a column keep.
  public enum Alignment: Sendable {
    /// To the left.
    case leading
    /// To the right, as numbers do.
    case trailing
  }

  private let alignments: [Alignment]
  private var rows: [[String]]

  /// Makes a table of its headings; columns without an alignment keep to the left.
  public init(_ headings: [String], alignments: [Alignment] = []) {
    self.alignments = headings.indices.map { $0 < alignments.count ? alignments[$0] : .leading }
    rows = [headings]
  }

  /// Adds a row; missing cells are empty, and there may be no more cells than headings.
  public mutating func append(_ cells: [String]) {
    precondition(cells.count <= alignments.count, "a row has more cells than there are headings")
    rows.append(cells.map(\.printable) + Array(repeating: "", count: alignments.count - cells.count))
  }

  /// The headings and rows, each with a line end.
  public var description: String {
    let widths = alignments.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { cells in
      var line = ""
      for (column, cell) in cells.enumerated() {
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        if column > 0 { line += "  " }
        line += alignments[column] == .leading ? cell + padding : padding + cell
      }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}
