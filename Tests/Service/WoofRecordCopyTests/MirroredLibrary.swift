// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofPostgreSQL
import WoofPostgresStorage
import WoofSQLite
import WoofStorage
import WoofStoreConformance

@testable import TestKit
@testable import WoofRecordCopy

extension CopiedLibrary {
  /// Those of the behaviours that are mirrored while they run, which takes seconds for each. Of the numbers of everything that is
  /// stored, what was counted last is told while drains make counting slow.
  static let mirroredBehaviours = behaviours.filter { $0.description != "what is stored is counted" }.oneIn(16)

  /// The behaviours of stores that leave records.
  static let behaviours =
    StoreBehaviour.central + StoreBehaviour.administrative + StoreBehaviour.deriving + StoreBehaviour.grants
    + StoreBehaviour.archives + StoreBehaviour.sharing

  /// A mirror of the folder, as a process of its own opens it.
  func mirrorToPostgres(from name: String = "data") throws -> MirrorToPostgres {
    try MirrorToPostgres(from: DataFolder.open(at: folder.path(name), for: .upkeep), to: settings)
  }

  /// A mirror into a file of the folder.
  func mirrorToEmbedded(_ name: String = "mirrored.db") throws -> MirrorToEmbedded {
    MirrorToEmbedded(from: try settings, to: folder.path(name))
  }

  /// Carries changes over, again and again until the task is cancelled, while something else is done.
  func drainingTask(_ drain: @escaping @Sendable () throws -> MirrorProgress) -> Task<Void, any Error> {
    Task {
      try await blocking {
        repeat { _ = try drain() } while !Task.isCancelled
      }
    }
  }

  /// Expects that the database is what a copy of the folder would be, and that a comparison says so.
  func expectWhole() async throws {
    #expect(try mirrorToPostgres().compare() == [])
    #expect(try mirrorToPostgres().compareCounts() == [])
    let records = try records(as: "whole.db")
    try await withSecondDatabase { second in
      try await second.copyIn(records)
      let (expected, found) = (try second.tableRows(), try tableRows())
      #expect(expected.keys.sorted() == found.keys.sorted())
      for (table, rows) in expected where rows != found[table] {
        Issue.record("\(table) should have \(rows) and has \(found[table, default: []])")
      }
    }
  }

  /// Expects that the file is what a copy of the database would be, and that a comparison says so.
  func expectWholeFile() throws {
    #expect(try mirrorToEmbedded().compare() == [])
    #expect(try mirrorToEmbedded().compareCounts() == [])
    let file = try RecordFile(goingOnWith: folder.path("mirrored.db"))
    let (expected, found) = (try copyOut(as: "whole.db").rows(), try file.rows())
    #expect(expected.keys.sorted() == found.keys.sorted())
    for (table, rows) in expected where rows != found[table] {
      Issue.record("\(table) should have \(rows) and has \(found[table, default: []])")
    }
    #expect(try file.texts("SELECT 'broken' FROM pragma_foreign_key_check").isEmpty)
    let numbers = "SELECT name || ' ' || seq FROM sqlite_sequence WHERE seq > 0"
    #expect(try RecordFile(goingOnWith: folder.path("whole.db")).texts(numbers) == file.texts(numbers))
  }

  /// All tables, triggers and functions of the database, and the names of what there is one of.
  func postgresSchema() throws -> [String] {
    try server.execute(
      """
      SELECT 'table ' || relname FROM pg_class WHERE relnamespace = 'public'::regnamespace
      UNION ALL SELECT 'trigger ' || tgname FROM pg_trigger WHERE NOT tgisinternal
      UNION ALL SELECT 'function ' || proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace
      UNION ALL SELECT 'value ' || name FROM installation WHERE name IN ('move-mark', 'noting-mark')
      ORDER BY 1
      """, in: database)
  }

  /// The rows of the database that a copy gives, as texts.
  func tableRows() throws -> [String: [String]] {
    let inexact: [String: Set<String>] = ["album": ["first_mark", "mark"]]
    var rows: [String: [String]] = [:]
    for table in RecordMapping.toPostgres {
      let columns = table.columns.map(\.name).filter { !inexact[table.name, default: []].contains($0) }
      rows[table.name] = try server.execute(
        "SELECT ROW(\(columns.joined(separator: ", ")))::text FROM \(table.name) ORDER BY 1", in: database)
    }
    let words = (1...8).map { "word\($0)" }.joined(separator: ", ")
    let others = [
      "account_tally": "SELECT account_tally::text FROM account_tally ORDER BY 1",
      "has_left": "SELECT photo::text FROM restorable_photo WHERE has_left ORDER BY 1",
      "photo_words": "SELECT photo_words::text FROM photo_words ORDER BY 1",
      "title_words": "SELECT number || ' ' || title_words::text FROM album WHERE NOT is_deleted ORDER BY 1",
      "view_sum": "SELECT ROW(part, photo_count, \(words))::text FROM view_sum WHERE photo_count <> 0 ORDER BY 1",
      "counter": "SELECT counter::text FROM counter ORDER BY 1",
      "installation": "SELECT installation::text FROM installation ORDER BY 1",
      "change_number": "SELECT last_value::text FROM change_number",
      "part_ordinal": "SELECT last_value::text FROM part_ordinal",
      "waiting_words": "SELECT photo::text FROM waiting_words",
    ]
    for (name, query) in others { rows[name] = try server.execute(query, in: database) }
    return rows
  }

  /// Runs a statement on the records of the folder.
  func change(_ statement: String) throws {
    try DataFolder.open(at: folder.path("data"), for: .upkeep).connectToRecords().execute(statement)
  }

  /// The first column of a query of the records of the folder.
  func texts(_ query: String) throws -> [String] {
    try DataFolder.open(at: folder.path("data"), for: .upkeep).connectToRecords()[SQL(query)]
      .all { (columns) throws(SQLiteError) in try columns.next(String.self) }
  }

  /// All that the schema of the folder's records consists of, and what there is one of.
  func schema() throws -> [String] {
    try texts(
      """
      SELECT type || ' ' || name || ' ' || ifnull(sql, '') FROM sqlite_schema
        UNION ALL SELECT name FROM installation WHERE name = 'move-mark'
        UNION ALL SELECT name || seq FROM sqlite_sequence ORDER BY 1
      """)
  }
}
