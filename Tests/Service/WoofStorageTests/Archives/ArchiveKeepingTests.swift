// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel
import WoofSQLite
import WoofStoreConformance
import WoofSystem

@testable import TestKit
@testable import WoofStorage

/// Requests for archives and check values on the disk: what is kept of them, and forgotten.
@Suite(.timeLimit(.minutes(2))) struct ArchiveKeepingTests {
  @Test func `requests that have expired are forgotten by themselves, and no others`() async throws {
    try await withStorage { storage in
      for number in 0..<3 {
        let request = ArchiveRequest(
          reader: nil, selection: .photos([Sample.photoID(1)]),
          expiresAt: storage.time.now().advanced(bySeconds: Int64(number * 60)))
        try await storage.records.addArchive(request, secretHash: Sample.digest(number), countLimit: 10)
      }
      storage.time.advance(milliseconds: 60_000)
      try await storage.storage.onMaintenanceThread { try $0.forgetArchives() }
      #expect(try await storage.count("archive") == 1)
    }
  }

  @Test func `a deleted account leaves no request`() async throws {
    try await withStorage { storage in
      let ada = try await storage.stores.account("ada")
      let request = ArchiveRequest(
        reader: ada, selection: .photos([Sample.photoID(1)]), expiresAt: Sample.time(1_000_000))
      try await storage.records.addArchive(request, secretHash: Sample.digest(1), countLimit: 10)
      try await storage.stores.administration.deleteAccount(ada.name)
      #expect(try await storage.count("archive") == 0)
    }
  }

  @Test func `a check value goes with its blob, of an original as of a variant`() async throws {
    try await withStorage { storage in
      let ada = try await storage.stores.account("ada")
      try await storage.stores.add(1, by: ada)
      let variant = Sample.variant(50)
      try await storage.records.writer.write { transaction in
        try transaction.database.execute(
          """
          INSERT INTO variant (photo, name, digest, byte_count, type, width, height, specification, transformers)
          SELECT number, 'thumb', x'\(Hexadecimal.text(of: variant.digest.bytes))', 1, 'image/webp', 1, 1, '', '' FROM photo
          """)
      }
      try await storage.records.note([Sample.digest(1): 1, variant.digest: 2])
      #expect(try await storage.count("check_value") == 2)
      try await storage.records.writer.write { try $0.database.execute("DELETE FROM variant; DELETE FROM blob") }
      #expect(try await storage.count("check_value") == 0)
    }
  }
}

extension TestStorage {
  fileprivate func count(_ table: String) async throws -> Int {
    try await records.readers.read { snapshot in
      try snapshot.database[SQL("SELECT count(*) FROM \(table)")].first { (columns) throws(SQLiteError) in
        try columns.next(Int.self)
      } ?? 0
    }
  }
}
