// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofCore
import WoofModel
import WoofPostgreSQL
import WoofStoreConformance

@testable import TestKit
@testable import WoofPostgresStorage

/// The ledger of uploads, with two nodes on one database.
@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(3)))
struct SharedUploadLedgerTests {
  @Test func `uploads that begin on both nodes at once are so many as the account may have`() async throws {
    try await TwoNodes.with { nodes in
      let ada = try await nodes.first.stores.account("ada")
      let taken = try await nodes.countThatSucceed(of: 20, unless: .tooManyRequests) { node, _ in
        let admission = try await node.begin(1, by: ada, limits: ResumableUploadLimits(countPerAccount: 7))
        guard case .taken = admission else { throw WoofError(.tooManyRequests, "\(admission)") }
      }
      #expect(taken == 7)
      let uploads = try await nodes.second.uploads(of: ada.id)
      #expect(uploads.count == 7)
    }
  }

  @Test func `uploads that begin on both nodes at once have no more bytes than the account may have`() async throws {
    try await TwoNodes.with { nodes in
      let ada = try await nodes.first.stores.account("ada")
      let taken = try await nodes.countThatSucceed(of: 20, unless: .tooManyRequests) { node, _ in
        let admission = try await node.begin(10, by: ada, limits: ResumableUploadLimits(byteCountPerAccount: 59))
        guard case .taken = admission else { throw WoofError(.tooManyRequests, "\(admission)") }
      }
      #expect(taken == 5)
    }
  }

  @Test func `each limit is named, with what it is and what is in use`() async throws {
    try await TwoNodes.with { nodes in
      let node = nodes.first
      let (ada, bob) = (try await node.stores.account("ada"), try await node.stores.account("bob"))
      for _ in 0..<3 { _ = try await node.begin(10, by: ada) }
      func refusal(_ limits: ResumableUploadLimits, _ owner: Principal = ada, own: Int64? = nil) async throws
        -> SharedUploadAdmission
      { try await node.begin(10, by: owner, limits: limits, countLimit: own) }
      let all = try await refusal(ResumableUploadLimits(count: 3), bob)
      #expect(all == .refused(UploadLedger.Refusal(limit: .uploads, value: 3, used: 3)))
      let own = try await refusal(ResumableUploadLimits(), own: 3)
      #expect(own == .refused(UploadLedger.Refusal(limit: .uploadsPerAccount, value: 3, used: 3)))
      let share = try await refusal(ResumableUploadLimits(count: 6))
      #expect(share == .refused(UploadLedger.Refusal(limit: .uploads, value: 1, used: 3)))
      let other = try await refusal(ResumableUploadLimits(count: 6), bob)
      #expect(other == .taken(garbage: []))
      let bytes = try await refusal(ResumableUploadLimits(byteCountPerAccount: 39))
      #expect(bytes == .refused(UploadLedger.Refusal(limit: .bytesPerAccount, value: 39, used: 30)))
    }
  }

  @Test func `an upload of the same key takes the place of an earlier one, and of none that was begun later`()
    async throws
  {
    try await TwoNodes.with { nodes in
      let ada = try await nodes.first.stores.account("ada")
      let limits = ResumableUploadLimits(countPerAccount: 1)
      let first = try UploadID.any()
      _ = try await nodes.first.begin(10, id: first, by: ada, key: "k", limits: limits)
      _ = try await nodes.first.takeTurn(of: first)
      let part = UploadPart(
        UploadPart.Name(upload: first, turn: 1, number: 1), start: 0, byteCount: 5, digest: Sample.digest(1))
      _ = try await nodes.first.note(part, length: nil)
      // Its request came an hour ago, and was handled late.
      let late = try await nodes.second.begin(10, by: ada, key: "k", age: 3_600_000_000, limits: limits)
      #expect(late == .isOutdated)
      let next = try await nodes.second.begin(10, by: ada, key: "k", limits: limits)
      #expect(next == .taken(garbage: [part.name]))
      let gone = try await nodes.first.takeTurn(of: first)
      #expect(gone == .gone)
      let others = try await nodes.first.begin(10, by: try await nodes.first.stores.account("bob"), key: "k")
      #expect(others == .taken(garbage: []))
    }
  }

  @Test func `no upload takes the place of one of which a photo is being made`() async throws {
    try await TwoNodes.with { nodes in
      let ada = try await nodes.first.stores.account("ada")
      let id = try UploadID.any()
      _ = try await nodes.first.begin(0, id: id, by: ada, key: "k")
      _ = try await nodes.first.takeTurn(of: id)
      let isComplete = try await nodes.first.complete(id, turn: 1, byteCount: 0)
      #expect(isComplete)
      let busy = try await nodes.second.begin(0, by: ada, key: "k")
      #expect(busy == .isBeingCompleted)
      // The node is gone.
      try nodes.database.server.execute("UPDATE upload SET completing_until = 0", in: nodes.database.name)
      let next = try await nodes.second.begin(0, by: ada, key: "k")
      #expect(next == .taken(garbage: []))
    }
  }

  @Test func `a deleted or disabled account begins nothing, and what it had goes with it`() async throws {
    try await TwoNodes.with { nodes in
      let (ada, bob) = (try await nodes.first.stores.account("ada"), try await nodes.first.stores.account("bob"))
      let id = try UploadID.any()
      _ = try await nodes.first.begin(10, id: id, by: ada)
      try await nodes.second.setDisabled(true, of: bob.name)
      await expectProblem(.forbidden) { _ = try await nodes.first.begin(1, by: bob) }
      try await nodes.second.deleteAccount(ada.name)
      await expectProblem(.conflict) { _ = try await nodes.first.begin(1, by: ada) }
      try await eventually {
        try nodes.database.server.execute("SELECT count(*) FROM upload", in: nodes.database.name) == ["0"]
      }
    }
  }

  @Test func `an upload whose time is over, or whose ticket is gone, is removed by upkeep with its parts`() async throws
  {
    try await StoreTestDatabase.with { database in
      try await database.withNode { node in
        let ada = try await node.stores.account("ada")
        let ids = try (0..<4).map { _ in try UploadID.any() }
        let ticket = try await node.issue(1, to: ada).id
        for (index, id) in ids.enumerated() {
          let own = index == 1 ? ticket : index == 2 ? UploadTicketID(uuid: Sample.photoID(77)) : nil
          _ = try await node.begin(10, id: id, by: ada, ticket: own)
          _ = try await node.takeTurn(of: id)
          let name = UploadPart.Name(upload: id, turn: 1, number: 1)
          _ = try await node.note(UploadPart(name, start: 0, byteCount: 1, digest: Sample.digest(1)), length: nil)
        }
        try database.server.execute(
          "UPDATE upload SET expires_at = 0 WHERE id = decode('\(ids[3])', 'hex')", in: database.name)
        let gone = try await node.takeTurn(of: ids[3])
        #expect(gone == .gone)
        try database.server.execute("UPDATE upload_ticket SET expires_at = 9000000000000000", in: database.name)
        _ = try await node.upkeep.doRound()
        let left = try database.server.execute(
          "SELECT encode(upload, 'hex') FROM upload_part ORDER BY 1", in: database.name)
        #expect(left == [ids[0], ids[1]].map(\.description).sorted())
      }
    }
  }

  @Test func `a part whose answer is lost counts once, and its node hears that it does`() async throws {
    try await StoreTestDatabase.with { database in
      let relay = try FaultyRelay(before: database.server.port)
      try await database.withNode(through: relay.port) { node in
        let ada = try await node.stores.account("ada")
        let id = try UploadID.any()
        _ = try await node.begin(10, id: id, by: ada)
        _ = try await node.takeTurn(of: id)
        let holder = try BlockingSession(database.server.connectionString(of: database.name))
        try holder.execute("BEGIN; SELECT id FROM upload FOR UPDATE")
        let name = UploadPart.Name(upload: id, turn: 1, number: 1)
        let part = UploadPart(name, start: 0, byteCount: 5, digest: Sample.digest(1))
        let noting = Task { try await node.note(part, length: 5) }
        try await database.waitUntilSomebodyIsHeldUp()
        relay.mode = .keepsAnswers
        try holder.execute("COMMIT")
        try await eventually {
          try database.server.execute("SELECT byte_count FROM upload", in: database.name) == ["5"]
        }
        relay.cut()
        relay.mode = .passes
        let counts = try await noting.value
        #expect(counts)
        let upload = try await node.upload(id)
        #expect(upload?.parts == [part])
        #expect(upload?.byteCount == 5)
        #expect(upload?.length == 5)
      }
    }
  }
}

extension PostgresStore {
  /// Begins an upload of a length.
  fileprivate func begin(
    _ length: Int64, id: UploadID? = nil, by owner: Principal, key: String? = nil,
    ticket: UploadTicketID? = nil, age: Int64 = 0, limits: ResumableUploadLimits = ResumableUploadLimits(),
    countLimit: Int64? = nil
  ) async throws -> SharedUploadAdmission {
    let id = try id ?? UploadID.any()
    var upload = SharedUploadBeginning(id, of: owner.id, note: [1], length: length, reservation: length)
    (upload.idempotencyKey, upload.ticket, upload.age) = (key, ticket, age)
    return try await admit(upload, limits, countLimit: countLimit)
  }
}

extension UploadID {
  /// An id that no other upload has.
  fileprivate static func any() throws -> UploadID {
    try #require(UploadID(bytes: (0..<16).map { _ in UInt8.random(in: 0...255) }))
  }
}
