// SPDX-License-Identifier: Apache-2.0

internal import WoofSQLite

/// A table of the embedded schema, and how both sides give its rows in the same order.
struct ComparedTable: Sendable {
  /// The columns, the key first.
  let columns: [CopiedColumn]
  let name: String
  /// The number of columns that make the key.
  let keyCount: Int
  /// The statement of all rows of the embedded schema.
  let embedded: SQL
  /// The query of all rows of PostgreSQL.
  let postgres: String
  /// The statements of their numbers.
  let embeddedCount: SQL
  let postgresCount: String

  /// All tables.
  static let all = RecordMapping.toEmbedded.map { ComparedTable($0) }

  private init(_ table: CopiedTable) {
    let keys = Self.key(of: table.name)
    let columns = table.columns.filter { !Self.isInexact($0.name, in: table.name) }
    let (first, rest) = (
      keys.compactMap { key in columns.first { $0.name == key } }, columns.filter { !keys.contains($0.name) }
    )
    self.columns = first + rest
    (name, keyCount) = (table.name, first.count)
    let names = self.columns.map(\.name).joined(separator: ", ")
    let source = "\(table.name)\(Self.condition(of: table.name))"
    embedded = SQL("SELECT \(names) FROM \(source) ORDER BY \(first.map(\.name).joined(separator: ", "))")
    embeddedCount = SQL("SELECT count(*) FROM \(source)")
    let values = self.columns.map { "\(Self.source(of: $0, in: table.name)) AS \($0.name)" }.joined(separator: ", ")
    let order = first.map { $0.kind == .text ? "\($0.name) COLLATE \"C\"" : $0.name }.joined(separator: ", ")
    postgres = "SELECT \(names) FROM (SELECT \(values) FROM \(table.source)) AS made ORDER BY \(order)"
    postgresCount = "SELECT count(*) FROM (SELECT \(values) FROM \(table.source)) AS made"
  }

  private static func key(of table: String) -> [String] {
    switch table {
    case "variant": ["photo", "name"]
    case "former_owner": ["photo", "account"]
    case "original": ["owner", "digest"]
    case "favourite_order": ["account", "set_at", "photo"]
    default: CapturedTable.embedded.first { $0.name == table }?.columns ?? []
    }
  }

  /// Ordinals of keys are given anew, in the order of time.
  private static func isInexact(_ column: String, in table: String) -> Bool {
    table == "idempotency_key" && column == "ordinal"
  }

  /// Likes are counted by the embedded schema as they are added to it.
  private static func source(of column: CopiedColumn, in table: String) -> String {
    table == "share_link" && column.name == "like_count" ? "like_count" : column.source
  }

  /// Check values of what is needed no more go sooner or later.
  private static func condition(of table: String) -> String {
    table == "check_value" ? " WHERE digest IN (SELECT digest FROM blob WHERE reference_count > 0)" : ""
  }
}

extension RecordValue {
  /// Returns `true` if a value stands before another of its kind in the order of both databases.
  func precedes(_ other: RecordValue) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left < right
    case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
    case (.bytes(let left), .bytes(let right)): left.lexicographicallyPrecedes(right)
    default: false
    }
  }
}
