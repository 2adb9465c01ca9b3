// SPDX-License-Identifier: Apache-2.0

import CSQLite
import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofStorage
import WoofSQLite

/// Damaged search indexes are found and made anew.
@Suite(.timeLimit(.minutes(2))) struct SearchCheckTests {
  @Test(arguments: [
    ("every photo stands", "DELETE FROM owned_search WHERE rowid = 1"),
    ("every photo stands", "DELETE FROM listed_search WHERE rowid = 2"),
    ("every photo stands", "UPDATE listed_search SET caption = 'Bella' WHERE rowid = 1"),
    ("every photo stands", "UPDATE owned_search SET words = 'Bella' WHERE rowid = 2"),
    ("every photo stands", "UPDATE owned_search SET caption = '007xRex' WHERE rowid = 2"),
    ("the search indexes hold nothing", "INSERT INTO listed_search (rowid, caption) VALUES (3, 'Rex')"),
    ("the search indexes hold nothing", "INSERT INTO owned_search (rowid, caption) VALUES (77, 'Rex')"),
    // The defence against such writes is what an accident on the disk does not ask.
    ("the search indexes are sound", "DELETE FROM listed_search_data WHERE id > 10"),
  ])
  func `a search index that is not as it has to be is found and made anew`(
    _ rule: String, _ damage: String
  ) async throws {
    let store = try await StoreOnDisk()
    #expect(try store.check(.records).isSound)
    do {
      let database = try Database(
        path: "\(store.path)/woof.db", settings: DatabaseSettings(cacheByteCount: 1 << 20, busyTimeout: .seconds(1)))
      if damage.contains("_data") { _ = woof_sqlite3_configure(database.handle, SQLITE_DBCONFIG_DEFENSIVE, 0) }
      try database.execute(damage)
    }
    #expect(try store.check(.records).findings.contains { $0.rule.hasPrefix(rule) })
    let folder = try DataFolder.open(at: store.path, for: .service)
    let outcome = try StoreRepair(of: folder).run(.records)
    folder.close()
    #expect(outcome.after.findings == [])
    #expect(try store.check(.records).isSound)
    try await withStorage(in: store.folder) { storage in
      let found = try await storage.stores.found("rex")
      #expect(found == [2, 1])
    }
  }
}
