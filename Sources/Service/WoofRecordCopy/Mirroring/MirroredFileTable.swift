// SPDX-License-Identifier: Apache-2.0

internal import WoofPostgreSQL
internal import WoofSQLite

/// A table of the embedded schema that is mirrored from PostgreSQL by the keys of what has changed.
struct MirroredFileTable: Sendable {
  let name: String
  /// The columns that are filled.
  let columns: [CopiedColumn]
  /// The subjects by whose keys its rows are told.
  let subjects: [MirrorSubject]
  /// `true` where a row that is there is changed, as others refer to it or triggers follow it.
  let isUpdated: Bool
  /// The statements that remove the rows of a key, and add one.
  let removal: SQL
  let insertion: SQL
  private let keyColumns: [CopiedColumn]
  private let source: String

  private init(_ table: CopiedTable, _ subjects: [MirrorSubject], key names: [String]) {
    name = table.name
    self.subjects = subjects
    // Ordinals of keys and numbers of likes follow from the rows that are there.
    columns = table.columns.filter {
      !["ordinal idempotency_key", "like_count share_link"].contains("\($0.name) \(table.name)")
    }
    keyColumns = names.compactMap { name in table.columns.first { $0.name == name } }
    isUpdated = Self.updated.contains(table.name)
    source = table.source
    let condition = names.enumerated().map { "\($0.element) = ?\($0.offset + 1)" }.joined(separator: " AND ")
    removal = SQL(
      table.name == "original"
        ? """
        DELETE FROM original WHERE owner = (SELECT owner FROM photo WHERE number = ?1)
          AND digest = (SELECT digest FROM photo_detail WHERE photo = ?1) AND photo = ?1
        """ : "DELETE FROM \(table.name) WHERE \(condition)")
    insertion = Self.insertion(table.name, columns.map(\.name), key: isUpdated ? names : nil)
  }

  private static let updated: Set<String> = [
    "account", "photo", "photo_detail", "share_link", "link_guest", "invitation", "album",
  ]

  private static func insertion(_ table: String, _ names: [String], key: [String]?) -> SQL {
    let parameters = names.indices.map { "?\($0 + 1)" }
    if table == "idempotency_key" {
      return SQL(
        """
        INSERT INTO idempotency_key (\(names.joined(separator: ", ")), ordinal) VALUES (\(parameters.joined(separator: ", ")),
          (SELECT ifnull(max(ordinal), 0) + 1 FROM idempotency_key WHERE account = ?1))
        """)
    }
    var text = "INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(parameters.joined(separator: ", ")))"
    if let key {
      let changes = names.filter { !key.contains($0) }.map { "\($0) = excluded.\($0)" }
      text += " ON CONFLICT (\(key.joined(separator: ", "))) DO UPDATE SET \(changes.joined(separator: ", "))"
    }
    return SQL(text)
  }

  /// The tables, in an order in which references lead to rows that are there. The order of favourites follows from favourites.
  static let all: [MirroredFileTable] = RecordMapping.toEmbedded.compactMap { table -> MirroredFileTable? in
    switch table.name {
    case "favourite_order": nil
    // Revisions stand beside what favourites change.
    case "photo_detail": MirroredFileTable(table, [.photo, .detail], key: ["photo"])
    default:
      CapturedTable.embedded.first { $0.name == table.name }.map {
        MirroredFileTable(table, [$0.subject], key: $0.columns)
      }
    }
  }

  // MARK: Queries

  /// The query of the rows of keys.
  func selection(of keys: [[RecordValue]]) -> PostgreSQLStatement {
    // In the order of time, which ordinals are given in.
    selection(columns, of: keys, order: name == "idempotency_key" ? " ORDER BY expires_at, key" : "")
  }

  /// The query of those of keys that have a row.
  func keys(of keys: [[RecordValue]]) -> PostgreSQLStatement { selection(keyColumns, of: keys) }

  /// Reads a key.
  func readKey(_ row: inout PostgreSQLRow) throws(PostgreSQLError) -> [RecordValue] {
    var values: [RecordValue] = []
    for column in keyColumns { values.append(try RecordValue(&row, column.kind)) }
    return values
  }

  private func selection(
    _ columns: [CopiedColumn], of keys: [[RecordValue]], order: String = ""
  ) -> PostgreSQLStatement {
    let all = self.columns.map { "\($0.source) AS \($0.name)" }.joined(separator: ", ")
    let names = columns.map(\.name).joined(separator: ", ")
    let first = keyColumns.first?.name ?? ""
    // The first column alone finds the rows, through everything that the mapping makes of them.
    var condition = "\(first) = ANY($1)"
    if keyColumns.count > 1 {
      let parameters = keyColumns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
      let wanted = keyColumns.indices.map { "key\($0)" }.joined(separator: ", ")
      condition +=
        " AND (\(keyColumns.map(\.name).joined(separator: ", "))) IN (SELECT \(wanted) FROM unnest(\(parameters)) AS wanted (\(wanted)))"
    }
    return PostgreSQLStatement(
      "SELECT \(names) FROM (SELECT \(all) FROM \(source)) AS made WHERE \(condition)\(order)",
      keyColumns.enumerated().map { index, column in RecordValue.array(of: keys.map { $0[index] }, column.kind) })
  }
}
