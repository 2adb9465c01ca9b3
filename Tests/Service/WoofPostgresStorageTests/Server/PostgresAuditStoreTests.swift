// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofAdministration
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofPostgresStorage

@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(3)))
struct PostgresAuditStoreTests {
  private static let request = AuditRequest(who: "ada", action: "photos.edit")

  private static func log(_ store: PostgresAuditStore) -> AuditLog {
    AuditLog(store: store, time: SystemTimeSource(), workers: WorkerPool(name: "audit", threadCount: 1))
  }

  @Test(arguments: AuditBehaviour.all)
  func `the store on PostgreSQL fulfils the contract of audit logs`(_ behaviour: AuditBehaviour) async throws {
    try await StoreTestDatabase.with { database in
      try await database.withNode { node in try await behaviour.check { node.makeAuditStore() } }
    }
  }

  @Test func `two nodes go on with one chain`() async throws {
    try await TwoNodes.with { nodes in
      let logs = [nodes.first, nodes.second].map { Self.log($0.makeAuditStore()) }
      for turn in 0..<6 {
        let number = try await logs[turn % 2].begin(Self.request)
        #expect(number == Int64(turn + 1))
      }
      let found = try await logs[0].verify()
      #expect(found == AuditVerification(entryCount: 6, isWhole: true))
    }
  }

  @Test func `a node that stalls holds nobody off, and goes on behind what was written meanwhile`() async throws {
    try await TwoNodes.with { nodes in
      let (slow, other) = (nodes.first.makeAuditStore(), nodes.second.makeAuditStore())
      let attempts = try await onBlockingThread {
        var attempts = 0
        try slow.append(Array("one\n".utf8))
        try slow.exclusively {
          attempts += 1
          if attempts == 1 { try other.append(Array("two\n".utf8)) }
          let start = try slow.byteCount()
          try slow.append(Array("behind \(start)\n".utf8))
        }
        return attempts
      }
      #expect(attempts == 2)
      let bytes = try await onBlockingThread { try other.read(from: 0, count: 100) }
      #expect(String(decoding: bytes, as: UTF8.self) == "one\ntwo\nbehind 8\n")
    }
  }

  @Test func `what fails half-way leaves nothing behind`() async throws {
    try await TwoNodes.with { nodes in
      let store = nodes.first.makeAuditStore()
      await #expect(throws: Unexpected.self) {
        try await onBlockingThread {
          try store.exclusively {
            try store.append([1, 2, 3])
            throw Unexpected("the node has gone")
          }
        }
      }
      let count = try await onBlockingThread { try store.byteCount() }
      #expect(count == 0)
    }
  }

  @Test func `a part that is missing ends what is read, and the log is not whole`() async throws {
    try await TwoNodes.with { nodes in
      for _ in 0..<3 { _ = try await Self.log(nodes.first.makeAuditStore()).begin(Self.request) }
      try nodes.database.server.execute(
        "DELETE FROM audit_part WHERE start = (SELECT min(start) FROM audit_part WHERE start > 0)",
        in: nodes.database.name)
      let found = try await Self.log(nodes.second.makeAuditStore()).verify()
      #expect(!found.isWhole)
    }
  }

  @Test func `an entry whose answer was lost is written once`() async throws {
    try await StoreTestDatabase.with { database in
      let relay = try FaultyRelay(before: database.server.port)
      try await database.withNode(through: relay.port) { node in
        let log = Self.log(node.makeAuditStore())
        _ = try await log.begin(Self.request)
        // What waits for the lock has been sent, and not been done.
        let holder = try BlockingSession(database.server.connectionString(of: database.name))
        try holder.execute("BEGIN; SELECT pg_advisory_xact_lock(\(AuditSQL.lock))")
        let writing = Task { try await log.begin(Self.request) }
        try await database.waitUntilSomebodyIsHeldUp()
        relay.mode = .keepsAnswers
        try holder.execute("COMMIT")
        try await eventually {
          try database.server.execute("SELECT count(*) FROM audit_part", in: database.name) == ["2"]
        }
        relay.cut()
        relay.mode = .passes
        let number = try await writing.value
        #expect(number == 2)
        let found = try await log.verify()
        #expect(found == AuditVerification(entryCount: 2, isWhole: true))
      }
    }
  }
}
