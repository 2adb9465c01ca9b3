// SPDX-License-Identifier: Apache-2.0

import Glibc
import PostgreSQLTestKit
import Testing
import WoofCore
import WoofModel
import WoofPostgresStorage
import WoofS3
import WoofStoreConformance

@testable import ObjectStoreTestKit
@testable import SharedStoresTestKit
@testable import TestKit
@testable import WoofObjectStorage

/// Blobs in a bucket that does what it is asked, and records that refer to them.
@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(3)))
struct ObjectBlobStoreTests {
  private let bucket: FaultyObjectStore

  init() throws { bucket = try FaultyObjectStore() }

  private func withNode(_ body: (SharedDatabase, Node) async throws -> Void) async throws {
    try await SharedDatabase.with { database in
      try await database.withNode(try bucket.client()) { try await body(database, $0) }
    }
  }

  private var putCount: Int { bucket.requests.count { $0.method == "PUT" && $0.path.contains("/blobs/") } }

  @Test func `what is placed is in the bucket when it has been secured, and not before`() async throws {
    try await withNode { _, node in
      let (digest, hold) = try node.place("wau")
      #expect(putCount == 0)
      try await hold.secure()
      let key = try #require(try await node.key(of: digest))
      #expect(bucket.object(key) == Array("wau".utf8))
    }
  }

  @Test func `the same bytes are put once`() async throws {
    try await withNode { _, node in
      try await node.secure("wau")
      try await node.secure("wau")
      let (_, hold) = try node.place("wau")
      try await hold.secure()
      try await hold.secure()
      #expect(putCount == 1)
    }
  }

  @Test func `a file that waits to be put goes with its hold`() async throws {
    try await withNode { database, node in
      do {
        let (_, hold) = try node.place("wau")
        #expect(database.folder.files(below: "node/placed").count == 1)
        withExtendedLifetime(hold) {}
      }
      _ = try node.blobs.makeSpool()
      #expect(database.folder.files(below: "node/placed").isEmpty)
      #expect(database.folder.files(below: "node/spool").isEmpty)
    }
  }

  @Test func `a blob is put even where the cache has no room for it`() async throws {
    try await SharedDatabase.with { database in
      try await database.withNode(try bucket.client(), { $0.cacheByteLimit = 2 }) { node in
        let digest = try await node.secure("wau")
        let file = try node.blobs.open(digest)
        #expect(file == nil)
        let text = try await node.read(digest)
        #expect(text == "wau")
      }
    }
  }

  @Test func `a node that starts again compares what it has, and fetches nothing`() async throws {
    try await SharedDatabase.with { database in
      let digest = try Node.digest(of: "wau")
      try await database.withNode(try bucket.client()) { node in
        try await node.secure("wau")
        // What was on its way when the process ended.
        try database.folder.write("half", to: "node/spool/half")
        try database.folder.write("whole", to: "node/placed/whole")
      }
      try await database.withNode(try bucket.client()) { node in
        #expect(database.folder.files(below: "node/spool") + database.folder.files(below: "node/placed") == [])
        let text = try await node.read(digest)
        #expect(text == "wau")
        #expect(!bucket.requests.contains { $0.method == "GET" && $0.path.contains("/blobs/") })
        #expect(node.blobs.cacheStatistics.misses == 0 && node.blobs.cacheStatistics.hits == 1)
      }
    }
  }

  @Test func `a blob can be held without its bytes where it is stored, and nowhere else`() async throws {
    try await withNode { database, node in
      let digest = try await node.secure("wau")
      try database.endHolds()
      let hold = try #require(try await node.blobs.holdElsewhere(digest))
      let findings = try await node.collect()
      #expect(findings.collectedCount == 0)
      try await hold.secure()
      let unknown = try await node.blobs.holdElsewhere(Sample.digest(1))
      #expect(unknown == nil)
    }
  }

  @Test func `pictures that are set aside are handed over, and thrown away where nobody takes them`() async throws {
    try await SharedDatabase.with { database in
      let path = database.folder.path("aside")
      try await database.withNode(
        try bucket.client(),
        {
          $0.quarantine = { file, byteCount, digest, account, note in
            #expect(byteCount == 3 && account == AccountID(rawValue: 7) && note == "why")
            return rename(file, path) == 0 ? path : nil
          }
        }
      ) { node in
        let spool = try node.blobs.makeSpool()
        try spool.append(Array("wau".utf8).span.bytes)
        let taken = try spool.quarantine(as: try Node.digest(of: "wau"), by: AccountID(rawValue: 7), note: "why")
        #expect(taken == path)
        #expect(database.folder.read("aside") == Array("wau".utf8))
      }
      try await database.withNode(try bucket.client()) { node in
        let spool = try node.blobs.makeSpool()
        let taken = try spool.quarantine(as: Sample.digest(1), by: AccountID(rawValue: 7), note: "why")
        #expect(taken == nil)
        #expect(database.folder.files(below: "node/spool").isEmpty)
      }
    }
  }

  // MARK: Records

  @Test func `a photo is not written before its blobs are stored`() async throws {
    try await withNode { database, node in
      let owner = try await node.stores.account("ada")
      let draft = try Node.draft(1, of: "wau", by: owner)
      await #expect(throws: UnsecuredBlobs.self) { try await node.records.addPhoto(draft, idempotency: nil) }
      _ = try await node.records.hold(draft.original.digest, for: .seconds(9))
      await #expect(throws: UnsecuredBlobs.self) { try await node.records.addPhoto(draft, idempotency: nil) }
      try await node.secure("wau")
      var derived = draft
      derived.derivatives.variants = ["thumb": Sample.variant(5)]
      await #expect(throws: UnsecuredBlobs.self) { try await node.records.addPhoto(derived, idempotency: nil) }
      let addition = try await node.records.addPhoto(draft, idempotency: nil)
      #expect(addition.photoID == draft.id)
      let count = try database.execute("SELECT count(*) FROM photo")
      #expect(count == ["1"])
    }
  }

  @Test func `what is derived is not kept before its blobs are stored`() async throws {
    try await withNode { _, node in
      let owner = try await node.stores.account("ada")
      let photo = try await node.upload(1, "wau", by: owner)
      var variant = Sample.variant(1)
      variant.digest = try Node.digest(of: "small wau")
      let derivatives = PhotoDerivatives(variants: ["thumb": variant])
      await #expect(throws: UnsecuredBlobs.self) {
        try await node.records.keep(derivatives, of: photo, .unchanged)
      }
      let (_, hold) = try node.place("small wau")
      try await hold.secure()
      let record = try await node.records.keep(derivatives, of: photo, .unchanged)
      #expect(record?.variants == ["thumb": variant])
    }
  }

  @Test func `records that are bound to no bucket ask for no blobs`() async throws {
    try await withNode { database, node in
      try database.execute("DELETE FROM installation WHERE name = 'blob-store'")
      let owner = try await node.stores.account("ada")
      let record = try await node.stores.add(1, by: owner)
      try await node.stores.edit(record.id, .deletion(restorableBy: owner.id))
      let restored = try await node.records.restorePhoto(record.id, by: owner)
      #expect(!restored.isDeleted)
    }
  }

  // MARK: Buckets

  @Test func `a bucket belongs to one installation, and records to one bucket`() async throws {
    try await withNode { database, node in
      try await node.blobs.start()
      var settings = ObjectStorageSettings(folder: database.folder.path("other"), installation: "others")
      await #expect(throws: S3BucketClaim.Conflict.self) {
        try await ObjectBlobStore(try bucket.client(), node.records, settings).start()
      }
      settings.prefix = "woof/"
      let error = await #expect(throws: ObjectStorageError.self) {
        try await ObjectBlobStore(try bucket.client(), node.records, settings).start()
      }
      #expect(error?.description.contains("in the bucket faulty/, and not in faulty/woof/") == true)
    }
  }

  @Test func `a bucket that is missing or read-only is refused in words at the start`() async throws {
    try await withNode { database, node in
      let settings = ObjectStorageSettings(folder: database.folder.path("other"), installation: "tests")
      bucket.fail("HEAD", .refuse(404))
      let missing = await #expect(throws: S3Error.self) {
        try await ObjectBlobStore(try bucket.client(), node.records, settings).start()
      }
      #expect(missing?.reason == .bucketMissing)
      let other = try FaultyObjectStore()
      other.fail("PUT", .refuse(403, content: "<Error><Code>AccessDenied</Code></Error>"))
      let readOnly = await #expect(throws: S3Error.self) {
        try await ObjectBlobStore(try other.client(), node.records, settings).start()
      }
      #expect(readOnly?.reason == .readOnly)
    }
  }
}
