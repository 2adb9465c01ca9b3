import Testing
import WoofCryptography
import WoofModel

@testable import TestSupport
@testable import WoofStorage

@Suite struct MigrationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open() throws -> Database {
    try Database(
      path: "\(folder.path)/test.db", settings: DatabaseSettings(cacheByteCount: 1 << 20, busyTimeout: .seconds(10)))
  }

  @Test func `migrations that were released are what they were`() {
    let released = [1: "6a0459cf22ad227611627843e560c0c8542f5d3135177f5b44e0f7b16238cae1"]
    let found = Schema.migrations.map { migration in
      (migration.version, Digest(SHA256.digest(of: Array(migration.script.utf8)))?.hexadecimal)
    }
    for (version, digest) in found { #expect(digest == released[version], "migration \(version)") }
    #expect(found.map(\.0) == Array(1...released.count))
  }

  @Test func `only what is missing is run, in order`() throws {
    let database = try open()
    let first = Migration(version: 1, script: "CREATE TABLE one (x); INSERT INTO one VALUES (1);")
    let second = Migration(version: 2, script: "INSERT INTO one VALUES (2); CREATE TABLE two (x);")
    try database.migrate(by: [first], mayChange: true)
    try database.migrate(by: [first, second], mayChange: true)
    try database.migrate(by: [first, second], mayChange: false)
    #expect(try database.schemaVersion() == 2)
    let rows = try database[SQL("SELECT x FROM one")].all { (columns) throws(SQLiteError) in try columns.next(Int.self)
    }
    #expect(rows == [1, 2])
  }

  @Test func `a migration that fails leaves nothing behind`() throws {
    let database = try open()
    let broken = Migration(version: 1, script: "CREATE TABLE one (x); CREATE TABLE one (x);")
    #expect(throws: SQLiteError.self) { try database.migrate(by: [broken], mayChange: true) }
    #expect(try database.schemaVersion() == 0)
    #expect(throws: SQLiteError.self) { try database[SQL("SELECT * FROM one")].run() }
  }

  @Test func `a newer database is refused with words`() throws {
    let database = try open()
    try database.execute("PRAGMA user_version = 99")
    let error = #expect(throws: StorageError.self) { try database.migrate(mayChange: true) }
    #expect(error?.code == .newerSchema)
    #expect(error?.message.contains("99") == true)
  }

  @Test func `an older database is refused where nothing may change`() throws {
    let database = try open()
    let error = #expect(throws: StorageError.self) { try database.migrate(mayChange: false) }
    #expect(error?.code == .olderSchema)
    #expect(try database.schemaVersion() == 0)
  }

  @Test func `a damaged database is told as such`() throws {
    let data = try DataFolder.open(at: folder.path, for: .service)
    let descriptor = try SystemFileSystem().createFile(at: "\(folder.path)/woof.db")
    _ = try [UInt8](repeating: 65, count: 9000).withUnsafeBytes { try SystemFileSystem().write($0, to: descriptor) }
    SystemFileSystem().close(descriptor)
    let error = #expect(throws: StorageError.self) { try EmbeddedStore(in: data) }
    #expect(error?.code == .damaged)
  }
}
