// SPDX-License-Identifier: Apache-2.0

import CSQLite
import MemoryDisks
import Testing

@Suite struct DatabaseLayerTests {
  @Test func `two connections share a write-ahead log`() throws {
    let disk = try MemoryDisk.withTable()
    let (writer, reader) = (try TestDatabase(on: disk), try TestDatabase(on: disk))
    try writer.run("INSERT INTO item VALUES (1, NULL)")
    try reader.run("BEGIN")
    #expect(try reader.numbers("SELECT number FROM item") == [1])
    try writer.run("INSERT INTO item VALUES (2, NULL)")
    #expect(try reader.numbers("SELECT number FROM item") == [1])
    try reader.run("COMMIT")
    #expect(try reader.numbers("SELECT number FROM item") == [1, 2])
  }

  @Test func `one connection writes at a time`() throws {
    let disk = try MemoryDisk.withTable()
    let (first, second) = (try TestDatabase(on: disk), try TestDatabase(on: disk))
    try first.run("BEGIN IMMEDIATE")
    #expect(throws: TestDatabase.Failure(code: SQLITE_BUSY)) { try second.run("BEGIN IMMEDIATE") }
    try first.run("COMMIT")
    try second.run("BEGIN IMMEDIATE; COMMIT")
  }

  @Test func `an exclusive connection keeps others out`() throws {
    let disk = try MemoryDisk.withTable()
    let first = try TestDatabase(on: disk, "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL")
    try first.run("INSERT INTO item VALUES (1, NULL)")
    let failure = #expect(throws: TestDatabase.Failure.self) {
      try TestDatabase(on: disk).numbers("SELECT number FROM item")
    }
    #expect(failure?.primaryCode == SQLITE_BUSY)
  }

  @Test func `a full disk refuses what does not fit and takes the rest`() throws {
    let disk = try MemoryDisk.withTable()
    let database = try TestDatabase(on: disk)
    disk.limit(to: disk.byteCount + 50_000)
    let failure = #expect(throws: TestDatabase.Failure.self) {
      try database.run("INSERT INTO item VALUES (1, zeroblob(60000))")
    }
    #expect(failure?.primaryCode == SQLITE_FULL)
    try database.run("INSERT INTO item VALUES (2, zeroblob(100))")
    #expect(try database.numbers("SELECT number FROM item") == [2])
  }

  @Test func `one synchronization fails and the next succeeds`() throws {
    let disk = try MemoryDisk.withTable()
    let database = try TestDatabase(on: disk)
    try database.run("INSERT INTO item VALUES (1, NULL)")
    disk.fail(.synchronization, after: 0)
    let failure = #expect(throws: TestDatabase.Failure.self) {
      try database.run("INSERT INTO item VALUES (2, NULL)")
    }
    #expect(failure?.primaryCode == SQLITE_IOERR)
    try database.run("INSERT INTO item VALUES (3, NULL)")
    #expect(try database.numbers("SELECT number FROM item WHERE number != 2") == [1, 3])
  }

  @Test func `after a power cut everything fails until the crash`() throws {
    let disk = try MemoryDisk.withTable()
    let database = try TestDatabase(on: disk)
    var isTold = false
    disk.onPowerCut { isTold = true }
    disk.cutPower(at: .write, after: 0)
    #expect(throws: TestDatabase.Failure.self) { try database.run("INSERT INTO item VALUES (1, NULL)") }
    #expect(isTold && disk.isDark)
    #expect(throws: TestDatabase.Failure.self) { try TestDatabase(on: disk) }
    disk.crash(seed: 1)
    #expect(!disk.isDark)
    #expect(try TestDatabase(on: disk).numbers("SELECT number FROM item") == [])
  }

  @Test func `a connection from before a crash fails and leaves the others alone`() throws {
    let disk = try MemoryDisk.withTable()
    var old: TestDatabase? = try TestDatabase(on: disk)
    try old?.run("INSERT INTO item VALUES (1, NULL)")
    try old?.run("BEGIN IMMEDIATE; INSERT INTO item VALUES (2, NULL)")
    disk.crash(seed: 1)
    let new = try TestDatabase(on: disk)
    try new.run("INSERT INTO item VALUES (3, NULL)")
    #expect(throws: TestDatabase.Failure.self) { try old?.run("COMMIT") }
    old = nil
    try new.run("INSERT INTO item VALUES (4, NULL)")
    #expect(try new.numbers("SELECT number FROM item") == [1, 3, 4])
  }

  @Test func `what a process wrote outlives it without a synchronization`() throws {
    let disk = try MemoryDisk.withTable()
    let database = try TestDatabase(on: disk, "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF")
    try database.run("INSERT INTO item VALUES (1, NULL)")
    disk.mountAgain()
    #expect(try TestDatabase(on: disk).numbers("SELECT number FROM item") == [1])
    #expect(throws: TestDatabase.Failure.self) { try database.run("INSERT INTO item VALUES (2, NULL)") }
  }

  @Test func `a copy and its original go their own ways`() throws {
    let image = try MemoryDisk.withTable()
    let (first, second) = (image.copy(), image.copy())
    try TestDatabase(on: first).run("INSERT INTO item VALUES (1, NULL)")
    try TestDatabase(on: second).run("INSERT INTO item VALUES (2, NULL)")
    #expect(try TestDatabase(on: first).numbers("SELECT number FROM item") == [1])
    #expect(try TestDatabase(on: second).numbers("SELECT number FROM item") == [2])
    #expect(try TestDatabase(on: image).numbers("SELECT number FROM item") == [])
  }

  @Test func `operations are counted`() throws {
    let disk = try MemoryDisk.withTable()
    let database = try TestDatabase(on: disk)
    try database.run("INSERT INTO item VALUES (1, NULL)")
    let (writes, synchronizations) = (disk.count(of: .write), disk.count(of: .synchronization))
    try database.run("INSERT INTO item VALUES (2, NULL)")
    #expect(disk.count(of: .write) > writes)
    #expect(disk.count(of: .synchronization) == synchronizations + 1)
    #expect(disk.count(of: .any) == disk.count(of: .write) + disk.count(of: .synchronization))
  }

  @Test func `the clock is the one that was set`() throws {
    let database = try TestDatabase(on: MemoryDisk())
    MemoryDisk.setDatabaseTime(1_000_000_000_000)
    #expect(try database.numbers("SELECT unixepoch()") == [1_000_000_000])
  }
}
