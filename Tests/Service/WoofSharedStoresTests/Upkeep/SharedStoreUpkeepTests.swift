// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofAdministration
import WoofCore
import WoofModel
import WoofObjectStorage
import WoofStorage
import WoofStoreConformance

@testable import ObjectStoreTestKit
@testable import TestKit
@testable import WoofSharedStores

/// What administrators have done on stores that nodes share.
@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(3)))
struct SharedStoreUpkeepTests {
  private static func with(
    _ body: (CheckedLibrary, CheckedNode, SharedStoreUpkeep) async throws -> Void
  ) async throws {
    try await CheckedLibrary.with { shared in
      try await shared.withNode { node in
        try await node.fill()
        let uploads = try ObjectUploadParts(try shared.bucket.client(), prefix: "")
        let upkeep = SharedStoreUpkeep(
          of: node.records, node.blobs, uploads, at: try shared.place(), folder: shared.folder.path)
        try await body(shared, node, upkeep)
      }
    }
  }

  @Test func `garbage is what nobody holds and no record refers to, and is collected`() async throws {
    try await Self.with { shared, node, upkeep in
      try await node.place("nobody's").secure()
      #expect(try await upkeep.garbage().count == 0)
      try shared.execute("UPDATE blob SET hold = 0")
      let garbage = try await upkeep.garbage()
      #expect(garbage.count == 1 && garbage.byteCount == 8)
      let result = try await upkeep.collectGarbage { _ in }
      #expect(result["removedCount"] == 1)
      #expect(try await upkeep.garbage().count == 0)
      #expect(shared.blobKeys.count == 4)
    }
  }

  @Test func `a collection removes what has had its time`() async throws {
    try await Self.with { shared, _, upkeep in
      try shared.execute(
        "INSERT INTO idempotency_key VALUES (1, 'old', '', '', true, 0), (1, 'new', '', '', true, 9e15)")
      let result = try await upkeep.collectGarbage { _ in }
      #expect(result["removedRecordCount"] != .integer(0))
      #expect(try shared.execute("SELECT key FROM idempotency_key") == ["new"])
    }
  }

  @Test func `a collection beside a node that has the lease collects blobs alone`() async throws {
    try await Self.with { shared, _, upkeep in
      try shared.execute(
        """
        INSERT INTO lease VALUES ('upkeep', '\\x01', 9e15, 1);
        INSERT INTO idempotency_key VALUES (1, 'old', '', '', true, 0)
        """)
      let result = try await upkeep.collectGarbage { _ in }
      #expect(result["removedRecordCount"] == 0)
      #expect(try shared.execute("SELECT key FROM idempotency_key") == ["old"])
    }
  }

  @Test func `a check tells its findings as those of embedded stores`() async throws {
    try await Self.with { shared, _, upkeep in
      shared.bucket.delete(try shared.key(of: "one"))
      let result = try await blocking { try upkeep.check(.bytes) { _ in } }
      #expect(result["isSound"] == false)
      #expect(result["depth"] == "bytes")
      #expect(result["blobCount"] == 4)
      guard case .array(let findings)? = result["findings"] else { throw Unexpected("no findings") }
      #expect(findings.map { $0["rule"] } == ["every blob is there in full"])
    }
  }

  @Test func `counts are made anew while a node runs, and what is read is said to be left`() async throws {
    try await Self.with { shared, node, _ in
      shared.bucket.delete(try shared.key(of: "one"))
      try shared.execute(
        """
        UPDATE account_tally SET byte_count = 0, photo_count = 77;
        INSERT INTO account_tally (account) VALUES (999);
        UPDATE share_link SET like_count = 7;
        UPDATE view_sum SET word8 = 0
        """)
      let repair = SharedStoreRepair(of: try shared.place())
      let outcome = try await blocking { try repair.run(.lengths) }
      #expect(outcome.before.findings.count == 6)
      #expect(outcome.after.findings.map(\.rule) == ["every blob that a record needs is known to be stored"])
      #expect(outcome.repaired.count == 5)
      let again = try await blocking { try repair.run(.lengths) }
      #expect(again.repaired == [])
      let ada = try await node.stores.account("cleo")
      try await node.upload(9, "nine", by: ada)
      #expect(try await shared.report(.records).findings.count == 1)
    }
  }
}

extension JSONValue {
  fileprivate subscript(name: String) -> JSONValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }
}
