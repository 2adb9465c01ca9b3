// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel
import WoofSQLite
import WoofStoreConformance

@testable import TestKit
@testable import WoofStorage

/// Invitations on the disk: what is kept of them, and forgotten.
@Suite(.timeLimit(.minutes(1))) struct InvitationKeepingTests {
  @Test func `invitations that have expired are forgotten by themselves with who came, and no others`() async throws {
    try await withStorage { storage in
      try await storage.fillInvitations()
      storage.time.advance(milliseconds: 60_000)
      try await storage.storage.onMaintenanceThread { try $0.forgetInvitations() }
      #expect(try await storage.rowCount("invitation") == 1)
      #expect(try await storage.rowCount("invitation_use") == 1)
      #expect(try findings(in: crashedCopy(of: storage)).isEmpty)
    }
  }

  @Test func `however many invitations have expired, all are forgotten`() async throws {
    try await withStorage { storage in
      try await storage.fillInvitations()
      try await storage.records.writer.write { transaction in
        try transaction.database.execute(
          """
          WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 350)
          INSERT INTO invitation SELECT CAST('id-' || n AS BLOB), 1, CAST('hash-' || n AS BLOB), '', 1, 0, 1 FROM number
          """)
      }
      #expect(try await storage.rowCount("invitation") == 353)
      try await storage.storage.onMaintenanceThread { try $0.forgetInvitations() }
      #expect(try await storage.rowCount("invitation") == 2)
    }
  }

  @Test func `a deleted account leaves no invitation`() async throws {
    try await withStorage { storage in
      try await storage.fillInvitations()
      try await storage.stores.administration.deleteAccount(try #require(AccountName("ada")))
      #expect(try await storage.rowCount("invitation") == 0)
      #expect(try await storage.rowCount("invitation_use") == 0)
      #expect(try findings(in: crashedCopy(of: storage)).isEmpty)
    }
  }

  @Test func `after a crash, an account that came by an invitation is there with its use`() async throws {
    let copy = try await withStorage { storage in
      try await storage.fillInvitations()
      return try crashedCopy(of: storage)
    }
    try await withStorage(in: copy) { storage in
      let newcomer = try #require(AccountName("guest2"))
      #expect(try await storage.records.credential(of: newcomer) != nil)
      #expect(try await storage.rowCount("invitation_use") == 3)
      await expectProblem(.forbidden) { try await storage.join("late", by: 2) }
      #expect(try await storage.records.accounts().count == 4)
    }
  }

  @Test func `an account whose use cannot be noted is not added`() async throws {
    try await withStorage { storage in
      try await storage.fillInvitations(useLimit: 2)
      try await storage.records.writer.write { transaction in
        try transaction.database.execute(
          """
          CREATE TRIGGER failing BEFORE INSERT ON invitation_use BEGIN SELECT RAISE(ABORT, 'no'); END
          """)
      }
      await #expect(throws: (any Error).self) { try await storage.join("late", by: 2) }
      let late = try #require(AccountName("late"))
      #expect(try await storage.records.credential(of: late) == nil)
      #expect(try await storage.rowCount("invitation_use") == 3)
    }
  }
}

extension TestStorage {
  /// Makes three invitations of Ada, each of which is used once, and that expire at once and a minute apart.
  fileprivate func fillInvitations(useLimit: Int = 1) async throws {
    let ada = try await stores.account("ada")
    for number in 0..<3 {
      let invitation = Invitation(
        id: InvitationID(uuid: Sample.photoID(number)), inviter: ada, note: "", useLimit: useLimit,
        createdAt: time.now(), expiresAt: time.now().advanced(bySeconds: Int64(number * 60)))
      try await records.addInvitation(invitation, secretHash: Sample.digest(number), countLimit: 10)
      try await join("guest\(number)", by: number, secondsAgo: 1)
    }
  }

  fileprivate func join(_ name: String, by number: Int, secondsAgo: Int64 = 0) async throws {
    let name = try #require(AccountName(name))
    _ = try await records.addAccount(
      name, passwordHash: try Sample.passwordHash(), invitedBy: Sample.digest(number),
      at: time.now().advanced(bySeconds: -secondsAgo), by: .members)
  }

  fileprivate func rowCount(_ table: String) async throws -> Int? {
    try await records.writer.write { transaction in
      try transaction.database[SQL("SELECT count(*) FROM \(table)")].first { (columns) throws(SQLiteError) in
        try columns.next(Int.self)
      }
    }
  }
}
