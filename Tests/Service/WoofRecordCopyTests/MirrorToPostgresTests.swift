// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofCore
import WoofModel
import WoofPostgreSQL
import WoofPostgresStorage
import WoofSQLite
import WoofStorage
import WoofStoreConformance

@testable import TestKit
@testable import WoofRecordCopy

@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(5)))
struct MirrorToPostgresTests {
  @Test(arguments: CopiedLibrary.mirroredBehaviours)
  func `what the embedded stores do after the copy is the same in PostgreSQL`(_ behaviour: StoreBehaviour) async throws
  {
    try await CopiedLibrary.with { library in
      try await library.withEmbedded { storage in
        try await library.mirrorToPostgres().begin(copyingTo: library.folder.path("begun.db"))
        let draining = library.drainingTask { try library.mirrorToPostgres().drain() }
        do {
          try await behaviour.check(StoresUnderTest(storage))
        } catch {
          draining.cancel()
          throw error
        }
        draining.cancel()
        try await draining.value
      }
      try library.mirrorToPostgres().finish()
      try await library.expectWhole()
    }
  }

  @Test(arguments: 1...6)
  func `random changes before, during and after the copy are the same in PostgreSQL`(_ seed: UInt64) async throws {
    try await CopiedLibrary.with { library in
      var walk = MirrorWalk(seed: seed)
      try await library.withEmbedded { storage in
        let stores = StoresUnderTest(storage)
        try await walk.begin(stores)
        try await walk.take(60, stores)
        // Between the first trigger and the end of the copy the service goes on.
        var copied = walk
        async let copying: Void = blocking {
          try await library.mirrorToPostgres().begin(copyingTo: library.folder.path("begun.db"))
        }
        try await copied.take(60, stores)
        try await copying
        walk = copied
      }
      for _ in 0..<3 {
        // The service was stopped, and is started again.
        try await library.withEmbedded { storage in
          try await walk.take(30, StoresUnderTest(storage))
          _ = try library.mirrorToPostgres().drain()
          try await walk.take(30, StoresUnderTest(storage))
        }
      }
      #expect(try library.mirrorToPostgres().compare() != [])
      try library.mirrorToPostgres().finish()
      try await library.expectWhole()
    }
  }

  @Test func `a drain that breaks off before it ends, or before it forgets, is made again`() async throws {
    struct Stop: Error {}
    try await CopiedLibrary.with { library in
      try await library.withEmbedded { storage in
        let stores = StoresUnderTest(storage)
        let account = try await stores.account("ada")
        let mirror = try library.mirrorToPostgres()
        try await mirror.begin(copyingTo: library.folder.path("begun.db"))
        for number in 1...3 { try await stores.add(number, by: account) }
        try library.server.execute("ALTER TABLE original RENAME TO hidden", in: library.database)
        #expect(throws: PostgreSQLError.self) { try mirror.drain() }
        try library.server.execute("ALTER TABLE hidden RENAME TO original", in: library.database)
        #expect(try library.server.execute("SELECT count(*) FROM photo", in: library.database) == ["0"])
        #expect(throws: Stop.self) { _ = try mirror.drain { _ in throw Stop() } }
        #expect(try library.server.execute("SELECT count(*) FROM photo", in: library.database) == ["3"])
        try await stores.edit(Sample.photoID(2), .deletion(restorableBy: account.id))
        let progress = try mirror.drain()
        #expect(progress.carried > 0)
        #expect(progress.left == 0)
      }
      try library.mirrorToPostgres().finish()
      try await library.expectWhole()
    }
  }

  @Test func `what changes while a drain carries over is left for the next one`() async throws {
    try await CopiedLibrary.with { library in
      try await library.withEmbedded { storage in
        let stores = StoresUnderTest(storage)
        let account = try await stores.account("ada")
        let mirror = try library.mirrorToPostgres()
        try await mirror.begin(copyingTo: library.folder.path("begun.db"))
        try await stores.add(1, by: account)
        let progress = try mirror.drain { _ in try library.change("UPDATE photo_detail SET caption = 'late'") }
        #expect(progress.left == 1)
      }
      try library.mirrorToPostgres().finish()
      #expect(try library.server.execute("SELECT caption FROM photo_detail", in: library.database) == ["late"])
    }
  }

  @Test func `a favourite that was pending when the copy was made, and was taken back, is not there`() async throws {
    try await CopiedLibrary.with { library in
      try await library.withEmbedded { storage in
        let stores = StoresUnderTest(storage)
        let account = try await stores.account("ada")
        for number in 1...2 {
          try await stores.add(number, by: account)
          try await stores.like(Sample.photoID(number), by: account)
        }
        #expect(try library.texts("SELECT 'row' FROM favourite_journal") != [])
        let mirror = try library.mirrorToPostgres()
        try await mirror.begin(copyingTo: library.folder.path("begun.db"))
        try await stores.like(Sample.photoID(1), by: account, false)
        #expect(try mirror.drain().left > 0)
        #expect(throws: StorageError.self) { try mirror.finish() }
      }
      try library.mirrorToPostgres().finish()
      #expect(try library.server.execute("SELECT count(*) FROM favourite", in: library.database) == ["1"])
      try await library.expectWhole()
    }
  }

  @Test func `ending it leaves the schema as it was`() async throws {
    try await CopiedLibrary.with { library in
      try await library.withEmbedded { storage in
        let stores = StoresUnderTest(storage)
        let account = try await stores.account("ada")
        let before = try library.schema()
        let mirror = try library.mirrorToPostgres()
        #expect(try mirror.state() == .idle)
        try await mirror.begin(copyingTo: library.folder.path("begun.db"))
        #expect(try mirror.state() == .mirroring)
        let settings = try library.settings
        #expect(try await PostgresStore.readiness(of: settings) == .moving)
        #expect(try library.schema() != before)
        try await stores.add(1, by: account)
        try mirror.abandon()
        #expect(try mirror.state() == .idle)
        #expect(try library.schema() == before)
        #expect(throws: StorageError.self) { try mirror.drain() }
      }
    }
  }

  @Test func `a copy of another move is not carried on with`() async throws {
    try await CopiedLibrary.with { library in
      try await library.withEmbedded { storage in
        let stores = StoresUnderTest(storage)
        let account = try await stores.account("ada")
        let mirror = try library.mirrorToPostgres()
        try await mirror.begin(copyingTo: library.folder.path("begun.db"))
        try mirror.abandon()
        try await stores.add(1, by: account)
        try await library.withSecondDatabase { second in
          try await second.mirrorToPostgres().begin(copyingTo: library.folder.path("second.db"))
        }
        #expect(try mirror.state() == .noting)
        let error = #expect(throws: StorageError.self) { try mirror.drain() }
        #expect(error?.code == .noStore)
      }
    }
  }

  @Test func `a trigger that was lost, and a node that runs, are found`() async throws {
    try await CopiedLibrary.with { library in
      try await library.withEmbedded { _ = try await StoresUnderTest($0).account("ada") }
      let mirror = try library.mirrorToPostgres()
      try await mirror.begin(copyingTo: library.folder.path("begun.db"))
      let node = try await PostgresStore(try library.settings)
      try await eventually {
        try library.server.execute("SELECT count(*) FROM lease", in: library.database) == ["1"]
      }
      node.close()
      let error = #expect(throws: StorageError.self) { try mirror.drain() }
      #expect(error?.code == .inUse)
      try library.change("DROP TRIGGER moved_row_of_photo_changed")
      let other = #expect(throws: StorageError.self) { try mirror.drain() }
      #expect(other?.code == .damaged)
    }
  }

  @Test func `a comparison names the first differences`() async throws {
    try await CopiedLibrary.with { library in
      try await library.withEmbedded { storage in
        let stores = StoresUnderTest(storage)
        let account = try await stores.account("ada")
        for number in 1...3 { try await stores.add(number, by: account) }
      }
      let mirror = try library.mirrorToPostgres()
      try await mirror.begin(copyingTo: library.folder.path("begun.db"))
      #expect(try mirror.compare() == [])
      #expect(try mirror.compareCounts() == [])
      try library.server.execute("UPDATE photo_detail SET caption = 'x' WHERE photo = 2", in: library.database)
      #expect(try mirror.compare().map(\.description) == ["photo_detail: row photo 2 differs in caption"])
      #expect(try mirror.compareCounts() == [])
      try library.server.execute("DELETE FROM original WHERE photo = 2", in: library.database)
      #expect(try mirror.compareCounts().map(\.description) == ["original: 3 rows here, 2 in PostgreSQL"])
      let differences = try mirror.compare().map(\.description)
      #expect(differences.count == 2)
      #expect(differences.last?.hasPrefix("original: PostgreSQL has no row owner 1, digest ") == true)
      #expect(try mirror.compare(limit: 1).count == 1)
      try library.server.execute("UPDATE view_sum SET word3 = word3 + 1", in: library.database)
      #expect(try mirror.compareCounts().contains { $0.table == "view_sum" })
    }
  }
}
