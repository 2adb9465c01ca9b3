// SPDX-License-Identifier: Apache-2.0

import CSQLite
import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofStorage
import WoofSQLite

@Suite struct DatabaseTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(busyTimeout: Duration = .seconds(10), isReadOnly: Bool = false) throws -> Database {
    try Database(
      path: "\(folder.path)/test.db",
      settings: DatabaseSettings(cacheByteCount: 1 << 20, busyTimeout: busyTimeout, isReadOnly: isReadOnly))
  }

  private static let insert = SQL("INSERT INTO thing VALUES (?1, ?2, ?3, ?4)")
  private static let select = SQL("SELECT * FROM thing ORDER BY number")

  private func openWithTable() throws -> Database {
    let database = try open()
    try database.execute("CREATE TABLE thing (number INTEGER PRIMARY KEY, text TEXT, bytes BLOB, flag INTEGER) STRICT")
    return database
  }

  @Test func `values are read back as written`() throws {
    let database = try openWithTable()
    try database[Self.insert].run(Int64.min, "Räx 🐕", [1, 2, 3] as [UInt8], true)
    try database[Self.insert].run(7, "", [] as [UInt8], false)
    let rows = try database[Self.select].all { (columns) throws(SQLiteError) in
      try
        "\(columns.next(Int64.self)) \(columns.next(String.self)) \(columns.next([UInt8].self)) \(columns.next(Bool.self))"
    }
    #expect(rows == ["\(Int64.min) Räx 🐕 [1, 2, 3] true", "7  [] false"])
  }

  @Test func `an absent value is read as nil`() throws {
    let database = try openWithTable()
    try database[Self.insert].run(1, NullableValue(String?.none), NullableValue.null, true)
    let row = try database[Self.select].first { (columns) throws(SQLiteError) in
      (
        try columns.next(Int.self), try columns.next(String?.self), try columns.next([UInt8]?.self),
        try columns.next(Bool?.self)
      )
    }
    #expect(row?.1 == nil)
    #expect(row?.2 == nil)
    #expect(row?.3 == true)
  }

  @Test func `an optional value is bound as its content or null`() throws {
    let database = try open()
    let columns = try database[SQL("SELECT ?1, ?2, ?3, ?4, ?5")].first(
      NullableValue(AccountID(rawValue: -3)), NullableValue(Timestamp(milliseconds: 1_700_000_000_001)),
      NullableValue(PerceptualHash(rawValue: .max)), NullableValue("Räx"), NullableValue(AccountID?.none)
    ) { (columns) throws(SQLiteError) in
      (
        try columns.next(AccountID?.self), try columns.next(Timestamp.self), try columns.next(PerceptualHash?.self),
        try columns.next(String?.self), try columns.next(AccountID?.self)
      )
    }
    let found = try #require(columns)
    #expect(found.0 == AccountID(rawValue: -3))
    #expect(found.1 == Timestamp(milliseconds: 1_700_000_000_001))
    #expect(found.2 == PerceptualHash(rawValue: .max))
    #expect(found.3 == "Räx")
    #expect(found.4 == nil)
  }

  @Test func `optionals are bound without a conformance, which threads could look up at once`() {
    let types: [Any.Type] = [AccountID?.self, String?.self, Timestamp?.self, PhotoAnnotations?.self, [UInt8]?.self]
    for type in types { #expect(!(type is any SQLiteBindable.Type), "\(type)") }
  }

  @Test func `a column of another type is an error, not another value`() throws {
    let database = try openWithTable()
    try database[Self.insert].run(1, NullableValue.null, [1] as [UInt8], true)
    let error = #expect(throws: SQLiteError.self) {
      try database[SQL("SELECT bytes FROM thing")].first { (columns) throws(SQLiteError) in
        try columns.next(PhotoID.self)
      }
    }
    #expect(error?.code == SQLITE_CORRUPT)
  }

  @Test func `ids are sorted in the database by their order`() throws {
    let database = try open()
    try database.execute("CREATE TABLE id (id BLOB NOT NULL)")
    let ids = [PhotoID(high: .max, low: 0), PhotoID(high: 0, low: .max), PhotoID(high: 0, low: 0), Sample.photoID(3)]
    let insert = SQL("INSERT INTO id VALUES (?1)")
    for id in ids { try database[insert].run(id) }
    let read = try database[SQL("SELECT id FROM id ORDER BY id")].all { (columns) throws(SQLiteError) in
      try columns.next(PhotoID.self)
    }
    #expect(read == ids.sorted())
  }

  @Test func `a statement is prepared once`() throws {
    let database = try openWithTable()
    #expect(try database[Self.select] === database[Self.select])
  }

  @Test func `a statement that was left early can be used again`() throws {
    let database = try openWithTable()
    for number in 1...3 { try database[Self.insert].run(number, "", [] as [UInt8], true) }
    for _ in 0..<2 {
      var seen: [Int] = []
      try database[Self.select].rows { (columns) throws(SQLiteError) in
        seen.append(try columns.next())
        return seen.count < 2
      }
      #expect(seen == [1, 2])
    }
  }

  @Test func `a broken constraint shows its extended code, and its statement only in logs`() throws {
    let database = try openWithTable()
    try database[Self.insert].run(1, "", [] as [UInt8], true)
    let error = #expect(throws: SQLiteError.self) { try database[Self.insert].run(1, "", [] as [UInt8], true) }
    #expect(error?.code == SQLITE_CONSTRAINT)
    #expect(error?.extendedCode == SQLITE_CONSTRAINT | 6 << 8)
    #expect(error?.description.contains("thing") == false)
    #expect(error?.debugDescription.contains("INSERT INTO thing") == true)
  }

  @Test func `a read-only connection refuses to write`() throws {
    _ = try openWithTable()
    let reader = try open(isReadOnly: true)
    #expect(throws: SQLiteError.self) { try reader[Self.insert].run(1, "", [] as [UInt8], true) }
  }

  @Test func `commits go through a write-ahead log and are synchronized`() throws {
    let database = try open()
    func text(_ pragma: String) throws -> String? {
      try database[SQL("SELECT CAST(\(pragma) AS TEXT) FROM pragma_\(pragma)")].first { (columns) throws(SQLiteError) in
        try columns.next()
      }
    }
    #expect(try text("journal_mode") == "wal")
    #expect(try text("synchronous") == "2")
    #expect(try text("foreign_keys") == "1")
  }

  @Test func `a lock that is not granted in time is reported as such`() throws {
    let (first, second) = (try openWithTable(), try open(busyTimeout: .zero))
    try first[.beginWriting].run()
    let error = #expect(throws: SQLiteError.self) { try second[.beginWriting].run() }
    #expect(error?.code == SQLITE_BUSY)
    #expect(error.map { WoofError($0).code } == .unavailable)
  }

  @Test func `pages of the log are counted`() throws {
    let database = try openWithTable()
    database.countLogPages()
    #expect(database.logPageCount == 0)
    try database[Self.insert].run(1, "", [] as [UInt8], true)
    #expect(database.logPageCount > 0)
    let (logged, copied) = try database.checkpoint()
    #expect(logged == copied)
  }

  @Test func `a file that is not a database is refused`() throws {
    let files = SystemFileSystem()
    let descriptor = try files.createFile(at: "\(folder.path)/test.db")
    let bytes = [UInt8](repeating: 65, count: 5000)
    _ = try bytes.withUnsafeBytes { try files.write($0, to: descriptor) }
    files.close(descriptor)
    #expect(throws: SQLiteError.self) { try open() }
  }
}
