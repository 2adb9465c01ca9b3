// SPDX-License-Identifier: Apache-2.0

import Foundation
import PostgreSQLTestKit
import Testing
import WoofCore
import WoofModel
import WoofStorage
import WoofStoreConformance

@testable import ObjectStoreTestKit
@testable import SharedStoresTestKit
@testable import TestKit
@testable import WoofSharedStores

@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(2)))
struct SharedRestoreTests {
  /// Makes a backup of embedded stores with some photos, and returns its path.
  private static func embeddedBackup(in folder: TemporaryFolder, _ texts: [String] = ["one", "two"]) async throws
    -> String
  {
    try await withEmbeddedStores(folder.path("embedded")) { storage in
      let account = try await StoresUnderTest(storage.records, blobs: storage.blobs).account("ada")
      for (number, text) in texts.enumerated() { _ = try await storage.upload(number + 1, text, by: account) }
    }
    _ = try StoreBackup(of: try DataFolder.open(at: folder.path("embedded"), for: .upkeep)).run(
      to: .folder(folder.path("backup"), since: nil))
    return folder.path("backup")
  }

  @Test func `a backup of a data folder restores into a database and a bucket`() async throws {
    try await SharedLibrary.with { library in
      let backup = try await Self.embeddedBackup(in: library.folder)
      let manifest = try await library.restore(backup)
      #expect(manifest.blobCount == 2)
      try await library.withNode { node in
        #expect(try await node.stores.ids(PhotoQuery(scope: .readable(by: nil), limit: 10)).count == 2)
        for text in ["one", "two"] {
          let digest = try Node.digest(of: text)
          #expect(try await node.read(digest) == text)
        }
        // A record is written only where its blobs are stored.
        try await node.upload(3, "three", by: try await node.stores.account("bob"))
      }
    }
  }

  @Test func `a backup of shared stores restores into another database and bucket`() async throws {
    try await SharedLibrary.with { library in
      try await library.withNode { node in
        try await node.upload(1, "one", by: try await node.stores.account("ada"))
        try await library.backUp()
      }
      try await SharedLibrary.with { other in
        try await other.restore(library.folder.path("backup"))
        try await other.withNode { node in
          let one = try Node.digest(of: "one")
          #expect(try await node.read(one) == "one")
        }
      }
    }
  }

  @Test func `a damaged backup is refused, and the database stays empty`() async throws {
    try await SharedLibrary.with { library in
      let backup = try await Self.embeddedBackup(in: library.folder)
      let digest = try Node.digest(of: "one").hexadecimal
      let path = "\(backup)/blobs/\(digest.prefix(1))/\(digest.dropFirst().prefix(1))/\(digest)"
      try Data("eno".utf8).write(to: URL(filePath: path))
      let error = await #expect(throws: StorageError.self) { try await library.restore(backup) }
      #expect(error?.code == .damagedBackup)
      #expect(error?.message.contains("\(digest) is changed") == true, "\(error?.message ?? "")")
      #expect(try library.database.execute("SELECT count(*) FROM account") == ["0"])
    }
  }

  @Test func `a database with records is refused before anything is put`() async throws {
    try await SharedLibrary.with { library in
      let backup = try await Self.embeddedBackup(in: library.folder)
      try await library.withNode { _ = try await $0.stores.account("bob") }
      let error = await #expect(throws: StorageError.self) { try await library.restore(backup) }
      #expect(error?.code == .notEmpty)
      #expect(library.blobRequestCount("PUT") == 0)
    }
  }

  @Test func `a restore that broke off is run again, and puts what is missing`() async throws {
    try await SharedLibrary.with { library in
      let backup = try await Self.embeddedBackup(in: library.folder)
      let error = await #expect(throws: StorageError.self) {
        try await library.restore(backup) { if $0.step == .copyingRecords { throw CancellationError() } }
      }
      #expect(error?.code == .cancelled)
      #expect(try library.database.execute("SELECT count(*) FROM account") == ["0"])
      #expect(library.blobRequestCount("PUT") == 2)
      try await library.restore(backup)
      #expect(library.blobRequestCount("PUT") == 2)
      try await library.withNode { node in
        let two = try Node.digest(of: "two")
        #expect(try await node.read(two) == "two")
      }
    }
  }

  @Test func `a bucket of another installation is taken over only by name`() async throws {
    try await SharedLibrary.with { library in
      let backup = try await Self.embeddedBackup(in: library.folder)
      library.bucket.put(Array("gone\n".utf8), as: "installations/gone")
      let error = await #expect(throws: StorageError.self) { try await library.restore(backup) }
      #expect(error?.code == .notEmpty)
      #expect(error?.message.contains("--take-bucket-of gone") == true, "\(error?.message ?? "")")
      #expect(library.blobRequestCount("PUT") == 0)
      await #expect(throws: StorageError.self) { try await library.restore(backup, takingOverFrom: "other") }
      try await library.restore(backup, takingOverFrom: "gone")
      #expect(library.bucket.object("installations/gone") == nil)
      try await library.withNode { node in
        let one = try Node.digest(of: "one")
        #expect(try await node.read(one) == "one")
      }
    }
  }

  @Test func `objects get numbers that no object of before has`() async throws {
    try await SharedLibrary.with { library in
      let backup = try await Self.embeddedBackup(in: library.folder)
      let digest = try Node.digest(of: "one").hexadecimal
      library.bucket.put(Array("one".utf8), as: "blobs/\(digest)/41")
      try await library.restore(backup)
      #expect(
        try library.database.execute("SELECT count(*) FROM blob WHERE is_stored AND incarnation > 41") == ["2"])
    }
  }

  @Test func `blobs that a backup lacks are known to be missing`() async throws {
    try await SharedLibrary.with { library in
      let folder = library.folder
      _ = try await Self.embeddedBackup(in: folder)
      let digest = try Node.digest(of: "one").hexadecimal
      try FileManager.default.removeItem(
        atPath: folder.path("embedded/blobs/\(digest.prefix(1))/\(digest.dropFirst().prefix(1))/\(digest)"))
      let data = try DataFolder.open(at: folder.path("embedded"), for: .upkeep)
      let summary = try StoreBackup(of: data).run(to: .folder(folder.path("lacking"), since: nil))
      #expect(summary.manifest.missingBlobs.count == 1)
      try await library.restore(folder.path("lacking"))
      try await library.withNode { node in
        let (one, two) = (try Node.digest(of: "one"), try Node.digest(of: "two"))
        #expect(try await node.read(one) == nil)
        #expect(try await node.read(two) == "two")
      }
    }
  }
}
