// SPDX-License-Identifier: Apache-2.0

import Foundation
import PostgreSQLTestKit
import Testing
import WoofCore
import WoofModel
import WoofObjectStorage
import WoofStorage
import WoofStoreConformance

@testable import ObjectStoreTestKit
@testable import SharedStoresTestKit
@testable import TestKit
@testable import WoofPostgresStorage
@testable import WoofSharedStores

@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(2)))
struct SharedBackupTests {
  @Test func `a backup of shared stores restores into a data folder`() async throws {
    try await SharedLibrary.with { library in
      var photo: PhotoID?
      try await library.withNode { node in
        let account = try await node.stores.account("ada")
        photo = try await node.upload(1, "one", by: account)
        try await node.upload(2, "two", by: account)
        let summary = try await library.backUp()
        #expect(summary.manifest.blobCount == 2)
        #expect(summary.copiedCount == 2)
        #expect(summary.manifest.missingBlobs.isEmpty)
      }
      _ = try StoreRestore(from: library.folder.path("backup")).run(into: library.folder.path("data"))
      try await withEmbeddedStores(library.folder.path("data")) { storage in
        let record = try await storage.records.photo(try #require(photo))
        #expect(record?.ownerName.text == "ada")
        for text in ["one", "two"] {
          let isThere = try storage.has(text)
          #expect(isThere)
        }
      }
    }
  }

  @Test func `photos that an earlier backup has are linked, and not fetched`() async throws {
    try await SharedLibrary.with { library in
      try await library.withNode { node in
        let account = try await node.stores.account("ada")
        try await node.upload(1, "one", by: account)
        try await library.backUp("first")
        try await node.upload(2, "two", by: account)
        let before = library.blobRequestCount("GET")
        let summary = try await library.backUp("second", since: "first")
        #expect(summary.linkedCount == 1 && summary.copiedCount == 1)
        #expect(library.blobRequestCount("GET") == before + 1)
      }
    }
  }

  @Test func `a photo that is deleted and collected during a backup is in it`() async throws {
    try await SharedLibrary.with { library in
      try await library.withNode { node in
        let photo = try await node.upload(1, "one", by: try await node.stores.account("ada"))
        let (reached, goesOn) = (Gate(), Gate())
        async let summary = library.backUp { progress in
          guard progress.step == .copyingBlobs, progress.done == 0 else { return }
          reached.open()
          try goesOn.waitBlocking()
        }
        await reached.wait()
        try await node.records.erasePhoto(photo)
        try library.database.endHolds()
        #expect(try await node.collect().collectedCount == 0)
        goesOn.open()
        #expect(try await summary.manifest.blobCount == 1)
        #expect(try await node.collect().collectedCount == 1)
      }
    }
  }

  @Test func `blobs that are missing or damaged are named, and all others are there`() async throws {
    try await SharedLibrary.with { library in
      try await library.withNode { node in
        let account = try await node.stores.account("ada")
        for (number, text) in ["gone", "damaged", "whole"].enumerated() {
          try await node.upload(number + 1, text, by: account)
        }
        let (gone, damaged) = (try Node.digest(of: "gone"), try Node.digest(of: "damaged"))
        library.bucket.delete(try #require(try await node.key(of: gone)))
        library.bucket.put(Array("demigad".utf8), as: try #require(try await node.key(of: damaged)))
        let summary = try await library.backUp()
        #expect(Set(summary.manifest.missingBlobs) == [gone, damaged])
        #expect(summary.manifest.blobCount == 1)
      }
      let manifest = try StoreRestore(from: library.folder.path("backup")).run(into: library.folder.path("data"))
      #expect(manifest.missingBlobs.count == 2)
    }
  }

  @Test func `a backup that is stopped leaves nothing, and lets blobs die again`() async throws {
    try await SharedLibrary.with { library in
      try await library.withNode { node in
        let photo = try await node.upload(1, "one", by: try await node.stores.account("ada"))
        let error = await #expect(throws: StorageError.self) {
          try await library.backUp { if $0.step == .copyingBlobs { throw CancellationError() } }
        }
        #expect(error?.code == .cancelled)
        #expect(!FileManager.default.fileExists(atPath: library.folder.path("backup")))
        #expect(!FileManager.default.fileExists(atPath: library.folder.path("backup.partial")))
        try await node.records.erasePhoto(photo)
        try library.database.endHolds()
        #expect(try await node.collect().collectedCount == 1)
      }
    }
  }

  @Test func `a store that fails while blobs are read fails the backup in words`() async throws {
    try await SharedLibrary.with { library in
      try await library.withNode { node in
        try await node.upload(1, "one", by: try await node.stores.account("ada"))
      }
      library.bucket.fail("GET", .refuse(403, content: "<Error><Code>AccessDenied</Code></Error>"))
      let error = await #expect(throws: StorageError.self) { try await library.backUp() }
      #expect(error?.code == .inaccessible)
      #expect(error?.message.contains("the shared stores cannot be backed up") == true)
    }
  }

  @Test func `a pause holds for as long as somebody renews it`() async throws {
    try await SharedLibrary.with { library in
      try await library.withNode { node in
        let photo = try await node.upload(1, "one", by: try await node.stores.account("ada"))
        try await node.records.erasePhoto(photo)
        try library.database.endHolds()
        let ticks = AsyncStream.makeStream(of: Void.self)
        let pause = try await CollectionPause(in: node.records) { _ in
          var iterator = ticks.stream.makeAsyncIterator()
          guard await iterator.next() != nil else { throw CancellationError() }
        }
        try library.database.execute("UPDATE lease SET expires_at = expires_at - 119000")
        ticks.continuation.yield()
        try await eventually {
          try library.database.execute(
            "SELECT count(*) FROM lease WHERE expires_at > \(PostgresSchema.now) + 100000") == ["1"]
        }
        #expect(try await node.collect().collectedCount == 0)
        try library.database.execute("UPDATE lease SET expires_at = 0")
        #expect(try await node.collect().collectedCount == 1)
        await pause.end()
        #expect(try library.database.execute("SELECT count(*) FROM lease") == ["0"])
      }
    }
  }
}
