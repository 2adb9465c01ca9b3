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
struct MirrorToEmbeddedTests {
  @Test(arguments: CopiedLibrary.mirroredBehaviours)
  func `what nodes do after the copy is the same in the embedded schema`(_ behaviour: StoreBehaviour) async throws {
    try await CopiedLibrary.with { library in
      try await library.withNode { node in
        _ = try await node.installationSecret()
        try library.mirrorToEmbedded().begin()
        let draining = library.drainingTask { try library.mirrorToEmbedded().drain() }
        do {
          try await behaviour.check(StoresUnderTest(node))
        } catch {
          draining.cancel()
          throw error
        }
        draining.cancel()
        try await draining.value
      }
      try library.mirrorToEmbedded().end()
      try library.expectWholeFile()
    }
  }

  @Test(arguments: 1...6)
  func `random changes before, during and after the copy are the same in the embedded schema`(
    _ seed: UInt64
  ) async throws {
    try await CopiedLibrary.with { library in
      var walk = MirrorWalk(seed: seed)
      try await library.withNode { node in
        _ = try await node.installationSecret()
        let stores = StoresUnderTest(node)
        try await walk.begin(stores)
        try await walk.take(60, stores)
        var copied = walk
        async let copying: Void = blocking { try library.mirrorToEmbedded().begin() }
        try await copied.take(60, stores)
        try await copying
        walk = copied
        for _ in 0..<3 {
          try await walk.take(30, stores)
          _ = try library.mirrorToEmbedded().drain()
        }
        try await walk.take(30, stores)
      }
      try library.mirrorToEmbedded().end()
      try library.expectWholeFile()
    }
  }

  @Test func `a change whose transaction ends after a drain is carried over by the next one`() async throws {
    try await CopiedLibrary.with { library in
      try await library.withNode { node in
        _ = try await node.installationSecret()
        for name in ["ada", "bob"] { _ = try await StoresUnderTest(node).account(name) }
        let mirror = try library.mirrorToEmbedded()
        try mirror.begin()
        let late = try PostgreSQLTransaction(try library.settings, .writing)
        try late.run("UPDATE account SET byte_limit = 7 WHERE name = 'ada'")
        try library.server.execute("UPDATE account SET byte_limit = 8 WHERE name = 'bob'", in: library.database)
        #expect(try mirror.drain().isOneRow)
        try late.commit()
        #expect(try mirror.drain().isOneRow)
        #expect(try mirror.compare() == [])
      }
    }
  }

  @Test func `a drain that breaks off before it ends, or before it forgets, is made again`() async throws {
    struct Stop: Error {}
    try await CopiedLibrary.with { library in
      try await library.withNode { node in
        _ = try await node.installationSecret()
        let account = try await StoresUnderTest(node).account("ada")
        let mirror = try library.mirrorToEmbedded()
        try mirror.begin()
        try await StoresUnderTest(node).add(1, by: account)
        let file = try RecordFile(goingOnWith: library.folder.path("mirrored.db"))
        try file.database.execute("ALTER TABLE variant RENAME TO hidden")
        #expect(throws: (any Error).self) { try mirror.drain() }
        try file.database.execute("ALTER TABLE hidden RENAME TO variant")
        #expect(try file.texts("SELECT 'row' FROM photo") == [])
        #expect(throws: Stop.self) { _ = try mirror.drain { _ in throw Stop() } }
        #expect(try file.texts("SELECT 'row' FROM photo") == ["row"])
        try await StoresUnderTest(node).edit(Sample.photoID(1), .deletion(restorableBy: account.id))
      }
      try library.mirrorToEmbedded().end()
      try library.expectWholeFile()
    }
  }

  @Test func `ending it leaves the schema as it was`() async throws {
    try await CopiedLibrary.with { library in
      try await library.withNode { node in
        _ = try await node.installationSecret()
        let before = try library.postgresSchema()
        let mirror = try library.mirrorToEmbedded()
        #expect(try mirror.state() == .idle)
        try mirror.begin()
        #expect(try mirror.state() == .mirroring)
        #expect(try library.postgresSchema() != before)
        // Nodes start on it as ever.
        let settings = try library.settings
        #expect(try await PostgresStore.readiness(of: settings) == .ready)
        try mirror.abandon()
        #expect(try mirror.state() == .idle)
        #expect(try library.postgresSchema() == before)
        #expect(throws: StorageError.self) { try mirror.drain() }
        _ = try await StoresUnderTest(node).account("ada")
      }
    }
  }

  @Test func `a trigger that was lost is found`() async throws {
    try await CopiedLibrary.with { library in
      try await library.withNode { node in
        _ = try await node.installationSecret()
        let mirror = try library.mirrorToEmbedded()
        try mirror.begin()
        try library.server.execute("DROP TRIGGER moved_row_of_photo_update ON photo", in: library.database)
        let error = #expect(throws: StorageError.self) { try mirror.drain() }
        #expect(error?.code == .damaged)
      }
    }
  }

  @Test func `an embedded service goes on with what was mirrored`() async throws {
    try await CopiedLibrary.with { library in
      let (epoch, view, account) = try await library.withNode { node in
        _ = try await node.installationSecret()
        let stores = StoresUnderTest(node)
        let account = try await stores.account("ada")
        _ = try DataFolder.open(at: library.folder.path("data"), for: .service)
        let mirror = try library.mirrorToEmbedded("data/woof.db")
        try mirror.begin()
        for number in 1...3 { try await stores.add(number, by: account) }
        try await stores.like(Sample.photoID(1), by: account)
        try mirror.end()
        return (node.epoch, try await node.view(of: account.id), account)
      }
      try await library.withEmbedded { storage in
        let stores = StoresUnderTest(storage)
        #expect(storage.records.epoch == epoch)
        let found = try await stores.changes.view(of: account.id)
        #expect(found == view)
        let newer = try await stores.add(4, by: account)
        #expect(newer.sequence == view.sequence + 1)
      }
    }
  }
}

extension MirrorToEmbedded {
  /// Ends a move, as what a node writes is refused.
  fileprivate func end() throws {
    try close()
    try switchOver()
    try finish()
  }
}

extension MirrorProgress {
  /// One row was carried over, and nothing is left.
  fileprivate var isOneRow: Bool { (carried, left) == (1, 0) }
}
