// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofCore
import WoofModel
import WoofPostgreSQL
import WoofPostgresStorage
import WoofStorage
import WoofStoreConformance

@testable import TestKit
@testable import WoofRecordCopy

@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(2)))
struct RecordCopyTests {
  @Test func `a change log goes on where it was, and accounts see the same`() async throws {
    try await CopiedLibrary.with { library in
      let (epoch, view, page, account) = try await library.withEmbedded { storage in
        let stores = StoresUnderTest(storage)
        let account = try await stores.account("ada")
        for number in 1...3 { try await stores.add(number, by: account) }
        return (
          storage.records.epoch, try await stores.changes.view(of: account.id),
          try await stores.changes.changes(after: 1, limit: 10, account: account.id), account
        )
      }
      try await library.copyIn(try library.records())
      try await library.withNode { node in
        #expect(node.epoch == epoch)
        #expect(try await node.view(of: account.id) == view)
        #expect(try await node.changes(after: 1, limit: 10, account: account.id) == page)
        let newer = try await StoresUnderTest(node).add(4, by: account)
        #expect(newer.sequence == view.sequence + 1)
      }
    }
  }

  @Test func `a database with accounts is not copied into`() async throws {
    try await CopiedLibrary.with { library in
      try await library.withEmbedded { _ = try await StoresUnderTest($0).account("ada") }
      let records = try library.records()
      try await library.copyIn(records)
      let error = await #expect(throws: StorageError.self) { try await library.copyIn(records) }
      #expect(error?.code == .notEmpty)
    }
  }

  @Test func `a database that a node uses is not copied into`() async throws {
    try await CopiedLibrary.with { library in
      try await library.withEmbedded { _ = try await StoresUnderTest($0).account("ada") }
      let records = try library.records()
      let node = try await PostgresStore(try library.settings)
      defer { node.close() }
      try await eventually {
        try library.server.execute("SELECT count(*) FROM lease", in: library.database) == ["1"]
      }
      let error = await #expect(throws: StorageError.self) { try await library.copyIn(records) }
      #expect(error?.code == .inUse)
    }
  }

  @Test func `a copy that breaks off leaves the database empty, and can be made again`() async throws {
    struct Stop: Error {}
    try await CopiedLibrary.with { library in
      try await library.withEmbedded { storage in
        let stores = StoresUnderTest(storage)
        let account = try await stores.account("ada")
        try await stores.add(1, by: account)
      }
      let records = try library.records()
      let copy = RecordImport(into: try library.settings)
      try await copy.prepare()
      #expect(throws: Stop.self) { try copy.run(records) { if $0.done > 2 { throw Stop() } } }
      #expect(try library.server.execute("SELECT count(*) FROM account", in: library.database) == ["0"])
      #expect(try library.server.execute("SELECT count(*) FROM installation", in: library.database) == ["0"])
      try await library.copyIn(records)
      #expect(try library.server.execute("SELECT count(*) FROM photo", in: library.database) == ["1"])
    }
  }

  @Test func `a copy is of one moment, while nodes write`() async throws {
    try await CopiedLibrary.with { library in
      try await library.withNode { node in
        let stores = StoresUnderTest(node)
        let account = try await stores.account("ada")
        try await stores.add(1, by: account)
        let transaction = try PostgreSQLTransaction(try library.settings, .snapshot)
        func count() throws -> Int64? {
          try transaction.run("SELECT count(*) FROM photo").first { (row) throws(PostgreSQLError) in try row.integer() }
        }
        #expect(try count() == 1)
        try await stores.add(2, by: account)
        #expect(try count() == 1)
      }
    }
  }

  @Test func `records of a backup get a new epoch, and a secret that a file keeps is not in the database`() async throws
  {
    try await CopiedLibrary.with { library in
      let epoch = try await library.withEmbedded { storage in
        _ = try await StoresUnderTest(storage).account("ada")
        return storage.records.epoch
      }
      _ = try library.records()
      let records = try RecordFile(restoring: library.folder.path("copy.db"))
      let copy = RecordImport(into: try library.settings)
      try await copy.prepare()
      try copy.run(records, keepsSecret: false)
      #expect(
        try library.server.execute("SELECT name FROM installation ORDER BY 1", in: library.database) == ["epoch"])
      try await library.withNode { #expect($0.epoch != epoch) }
    }
  }

  @Test func `an audit log is the same byte by byte`() async throws {
    try await CopiedLibrary.with { library in
      let file = AuditFile(in: library.folder.path, files: SystemFileSystem())
      try file.exclusively {
        try file.append(Array("one\ntwo\n".utf8))
        try file.setHead([1, 2, 3])
      }
      try await library.withNode { node in
        let log = node.makeAuditStore()
        try await blocking {
          try AuditCopy.run(from: file, to: log)
          #expect(try log.read(from: 0, count: 100) == Array("one\ntwo\n".utf8))
          #expect(try log.head() == [1, 2, 3])
          #expect(throws: StorageError.self) { try AuditCopy.run(from: file, to: log) }
        }
      }
    }
  }
}
