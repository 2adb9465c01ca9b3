// SPDX-License-Identifier: Apache-2.0

import CSQLite
import MemoryDisks
import Testing

@testable import TestKit

@Suite(.timeLimit(.minutes(5))) struct PowerCutTests {
  @Test func `no acknowledged commit is lost in 2,000 power cuts with synchronous FULL`() throws {
    let outcome = try kill(2_000, "FULL")
    #expect(outcome.lossCount == 0)
    #expect(outcome.damageCount == 0)
  }

  @Test func `acknowledged commits are lost with synchronous NORMAL, and nothing is damaged`() throws {
    let outcome = try kill(200, "NORMAL")
    #expect(outcome.lossCount > 50)
    #expect(outcome.damageCount == 0)
  }

  @Test func `databases are damaged with synchronous OFF`() throws {
    #expect(try kill(200, "OFF").damageCount > 20)
  }

  @Test func `no acknowledged commit is lost with one exclusive connection`() throws {
    let outcome = try kill(300, "FULL; PRAGMA locking_mode = EXCLUSIVE")
    #expect(outcome.lossCount == 0)
    #expect(outcome.damageCount == 0)
  }

  @Test func `no acknowledged commit is lost with a rollback journal`() throws {
    let outcome = try kill(300, "EXTRA", journal: "DELETE")
    #expect(outcome.lossCount == 0)
    #expect(outcome.damageCount == 0)
  }

  @Test func `no commit is lost with a log that another connection has made`() throws {
    for seed in 0..<100 as Range<UInt64> {
      let disk = try MemoryDisk.withTable()
      let reader = try TestDatabase(on: disk)
      #expect(try reader.numbers("SELECT number FROM item") == [])
      let writer = try TestDatabase(on: disk)
      try writer.run("INSERT INTO item VALUES (1, NULL)")
      withExtendedLifetime((reader, writer)) { disk.crash(seed: seed) }
      #expect(try TestDatabase(on: disk).numbers("SELECT number FROM item") == [1])
    }
  }

  @Test func `a crash does the same for the same seed`() throws {
    func remains(_ seed: UInt64) throws -> [Int] {
      let disk = try MemoryDisk.withTable()
      let database = try TestDatabase(on: disk, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
      for number in 1...20 { try database.run("INSERT INTO item VALUES (\(number), zeroblob(100))") }
      // Closed, it would have nothing that is not safe.
      withExtendedLifetime(database) { disk.crash(seed: seed) }
      return try TestDatabase(on: disk).numbers("SELECT number FROM item")
    }
    for seed in 1...20 as ClosedRange<UInt64> { #expect(try remains(seed) == remains(seed)) }
    #expect(Set(try (1...20).map { try remains($0) }).count > 1)
  }

  private struct Outcome {
    var lossCount = 0
    var damageCount = 0
  }

  private static func settings(_ synchronous: String, journal: String = "WAL") -> String {
    "PRAGMA journal_mode = \(journal); PRAGMA wal_autocheckpoint = 10; PRAGMA synchronous = \(synchronous)"
  }

  /// Commits until the power goes, and looks at what is left, many times.
  private func kill(_ count: Int, _ synchronous: String, journal: String = "WAL") throws -> Outcome {
    var outcome = Outcome()
    let image = try MemoryDisk.withTable()
    for seed in 0..<UInt64(count) {
      let disk = image.copy()
      var numbers = SeededGenerator(seed: seed)
      disk.cutPower(at: .any, after: Int.random(in: 10..<300, using: &numbers))
      let acknowledged = commit(on: disk, Self.settings(synchronous, journal: journal), &numbers)
      disk.crash(seed: seed)
      do {
        let database = try TestDatabase(on: disk)
        let isWhole = try database.numbers("SELECT integrity_check = 'ok' FROM pragma_integrity_check") == [1]
        let found = try database.numbers("SELECT number FROM item ORDER BY number")
        if !isWhole || found != Array(1..<found.count + 1) { outcome.damageCount += 1 }
        if found.count < acknowledged { outcome.lossCount += 1 }
      } catch {
        outcome.damageCount += 1
      }
    }
    return outcome
  }

  /// Commits one row after the other until it fails.
  ///
  /// - Returns: The number of the last row that was acknowledged.
  private func commit(on disk: MemoryDisk, _ settings: String, _ numbers: inout SeededGenerator) -> Int {
    guard let database = try? TestDatabase(on: disk, settings) else { return 0 }
    for number in 1...400 {
      let size = Int.random(in: 10..<6_000, using: &numbers)
      do { try database.run("INSERT INTO item VALUES (\(number), zeroblob(\(size)))") } catch { return number - 1 }
    }
    return 400
  }
}
