// SPDX-License-Identifier: Apache-2.0

/// A column that is filled, and where its values come from.
struct CopiedColumn: Hashable, Sendable {
  /// The types that values have on their way.
  enum Kind: Hashable, Sendable {
    case integer
    case boolean
    case text
    case bytes
  }

  /// The column of the table that is filled.
  let name: String
  let kind: Kind
  /// The expression over the other side's tables whose value it gets.
  let source: String
  /// The expression by which PostgreSQL makes its value of what came, which has the name of the column; `nil` where it is just that.
  private(set) var making: String?

  /// A whole number.
  static func integer(_ name: String, from source: String? = nil) -> CopiedColumn {
    CopiedColumn(name: name, kind: .integer, source: source ?? name)
  }

  /// A truth value, which SQLite has as 0 or 1.
  static func boolean(_ name: String, from source: String? = nil) -> CopiedColumn {
    CopiedColumn(name: name, kind: .boolean, source: source ?? name)
  }

  /// A text.
  static func text(_ name: String, from source: String? = nil) -> CopiedColumn {
    CopiedColumn(name: name, kind: .text, source: source ?? name)
  }

  /// A run of bytes.
  static func bytes(_ name: String, from source: String? = nil) -> CopiedColumn {
    CopiedColumn(name: name, kind: .bytes, source: source ?? name)
  }

  /// The column, whose value PostgreSQL makes of what comes.
  func made(by expression: String) -> CopiedColumn {
    var column = self
    column.making = expression
    return column
  }
}

/// A table that is filled, and where its rows come from.
struct CopiedTable: Hashable, Sendable {
  /// The table that is filled.
  let name: String
  let columns: [CopiedColumn]
  /// The tables of the other side, with conditions: what stands behind `FROM`.
  let source: String
  /// The columns that the table fills by itself.
  let defaults: Set<String>

  /// Describes a table.
  ///
  /// - Parameters:
  ///   - columns: The columns that are filled, with those of `more`.
  ///   - source: The tables of the other side; by default the one of the same name.
  ///   - defaults: The columns that the table fills by itself.
  init(
    _ name: String, _ columns: [CopiedColumn], _ more: [CopiedColumn] = [], from source: String? = nil,
    defaults: Set<String> = []
  ) {
    self.name = name
    self.columns = columns + more
    self.source = source ?? name
    self.defaults = defaults
  }

  /// The query of the rows on the other side.
  var query: String { "SELECT \(columns.map(\.source).joined(separator: ", ")) FROM \(source)" }

  /// The statement that adds rows to the table of PostgreSQL, whose parameters are arrays of the values of each column.
  var insertionOfArrays: String {
    let names = columns.map(\.name).joined(separator: ", ")
    let parameters = columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    return """
      INSERT INTO \(name) (\(names)) OVERRIDING SYSTEM VALUE
      SELECT \(columns.map { $0.making ?? $0.name }.joined(separator: ", ")) FROM unnest(\(parameters)) AS came (\(names))
      """
  }

  /// The statement that adds a row to the table of SQLite.
  var insertionOfRow: String {
    let names = columns.map(\.name).joined(separator: ", ")
    let parameters = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    return "INSERT INTO \(name) (\(names)) VALUES (\(parameters))"
  }
}
