// SPDX-License-Identifier: Apache-2.0

internal import WoofPostgreSQL
internal import WoofSQLite

/// A table of PostgreSQL that is mirrored from the embedded schema by the keys of what has changed.
struct MirroredTable: Sendable {
  /// The ways in which rows are written.
  enum Way: Sendable {
    /// Those of a key go, and come anew.
    case replaced
    /// One that is there is changed, as others refer to it or as it has more than is copied.
    case updated
  }

  let table: CopiedTable
  let way: Way
  /// The subjects by whose keys its rows are told.
  let subjects: [MirrorSubject]
  /// The columns of the table that hold the key.
  let key: [String]
  /// The statement of the rows of a key.
  let selection: SQL

  private init(_ table: CopiedTable, _ subjects: [MirrorSubject], key: [String], condition: String? = nil) {
    self.table = table
    self.subjects = subjects
    self.key = key
    way = Self.updated.contains(table.name) ? .updated : .replaced
    let condition =
      condition ?? key.enumerated().map { "\($0.element) = ?\($0.offset + 1)" }.joined(separator: " AND ")
    selection = SQL("\(table.query) WHERE \(condition)")
  }

  private static let updated: Set<String> = ["account", "share_link", "link_guest", "invitation", "album"]

  /// The tables, in an order in which references lead to rows that are there.
  static let all: [MirroredTable] = RecordMapping.toPostgres.compactMap { table -> MirroredTable? in
    switch table.name {
    case "photo": MirroredTable(table, [.photo, .detail], key: ["number"], condition: "photo.number = ?1")
    case "photo_detail": MirroredTable(table, [.detail], key: ["photo"], condition: "photo_detail.photo = ?1")
    // By the index that there is.
    case "original":
      MirroredTable(
        table, [.detail], key: ["photo"],
        condition: """
          owner = (SELECT owner FROM photo WHERE number = ?1)
            AND digest = (SELECT digest FROM photo_detail WHERE photo = ?1) AND photo = ?1
          """)
    default:
      CapturedTable.embedded.first { $0.name == table.name }.map { MirroredTable(table, [$0.subject], key: $0.columns) }
    }
  }

  // MARK: Statements

  /// The statement that removes the rows of keys.
  func removal(of keys: [[RecordValue]]) -> PostgreSQLStatement {
    let names = key.indices.map { "key\($0)" }
    let condition = zip(key, names).map { "\(table.name).\($0) = gone.\($1)" }.joined(separator: " AND ")
    let parameters = key.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    return PostgreSQLStatement(
      """
      DELETE FROM \(table.name) USING unnest(\(parameters)) AS gone (\(names.joined(separator: ", "))) WHERE \(condition)
      """, arrays(of: keys, (subjects.first?.key ?? [])))
  }

  /// The statement that adds rows.
  func insertion(of rows: [[RecordValue]]) -> PostgreSQLStatement {
    var text = table.insertionOfArrays
    if way == .updated {
      let changes = table.columns.map(\.name).filter { !key.contains($0) }.map { "\($0) = excluded.\($0)" }
      text += " ON CONFLICT (\(key.joined(separator: ", "))) DO UPDATE SET \(changes.joined(separator: ", "))"
    }
    return PostgreSQLStatement(text, arrays(of: rows, table.columns.map(\.kind)))
  }

  private func arrays(of rows: [[RecordValue]], _ kinds: [CopiedColumn.Kind]) -> [PostgreSQLValue] {
    kinds.enumerated().map { index, kind in RecordValue.array(of: rows.map { $0[index] }, kind) }
  }
}
