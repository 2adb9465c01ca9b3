// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofModel
import WoofPostgresStorage
import WoofStoreConformance

@testable import ObjectStoreTestKit
@testable import SharedStoresTestKit
@testable import TestKit
@testable import WoofCore
@testable import WoofObjectStorage

/// The collection of blobs that nobody needs any more.
@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(3)))
struct ObjectCollectorTests {
  private let bucket: FaultyObjectStore

  init() throws { bucket = try FaultyObjectStore() }

  private func withNode(_ body: (SharedDatabase, Node, Principal) async throws -> Void) async throws {
    try await SharedDatabase.with { database in
      try await database.withNode(try bucket.client()) { node in
        try await body(database, node, try await node.stores.account("ada"))
      }
    }
  }

  private var blobKeys: [String] { bucket.keys.filter { $0.hasPrefix("blobs/") } }

  @Test func `a blob is collected when nobody holds it and no record refers to it`() async throws {
    try await withNode { database, node, _ in
      let digest = try await node.secure("wau")
      let held = try await node.collect()
      #expect(held.collectedCount == 0)
      try database.endHolds()
      let findings = try await node.collect()
      #expect(findings.collectedCount == 1)
      #expect(blobKeys.isEmpty)
      let entries = try await node.records.entries(of: [digest])
      #expect(entries.isEmpty)
      let text = try await node.read(digest)
      #expect(text == nil)
    }
  }

  @Test func `the blobs of photos, of restorable ones and of variants stay`() async throws {
    try await withNode { database, node, owner in
      let photo = try await node.upload(1, "wau", by: owner)
      try await node.secure("small")
      var variant = Sample.variant(1)
      variant.digest = try Node.digest(of: "small")
      _ = try await node.records.keep(PhotoDerivatives(variants: ["thumb": variant]), of: photo, .unchanged)
      try database.endHolds()
      _ = try await node.collect()
      #expect(blobKeys.count == 2)
      try await node.stores.edit(photo, .deletion(restorableBy: owner.id))
      _ = try await node.collect()
      #expect(blobKeys.count == 1)
      _ = try await node.records.restorePhoto(photo, by: owner)
      try await node.stores.edit(photo, .deletion(restorableBy: owner.id))
      try await node.records.erasePhoto(photo, by: owner)
      _ = try await node.collect()
      #expect(blobKeys.isEmpty)
    }
  }

  @Test func `a blob stays until upkeep has let its photo go, so that a backup finds it`() async throws {
    try await withNode { database, node, owner in
      try await node.records.erasePhoto(try await node.upload(1, "wau", by: owner))
      try database.endHolds()
      #expect(try await node.collectOnly().collectedCount == 0)
      #expect(try await node.collect().collectedCount == 1)
    }
  }

  @Test func `the blob of two photos goes with the second`() async throws {
    try await withNode { database, node, ada in
      let bob = try await node.stores.account("bob")
      let photos = [try await node.upload(1, "wau", by: ada), try await node.upload(2, "wau", by: bob)]
      try database.endHolds()
      for (index, photo) in photos.enumerated() {
        _ = try await node.collect()
        #expect(blobKeys.count == 1, "before \(index)")
        try await node.records.erasePhoto(photo)
      }
      let findings = try await node.collect()
      #expect(findings.collectedCount == 1 && blobKeys.isEmpty)
    }
  }

  @Test func `a blob whose photo is just being written is left alone`() async throws {
    try await withNode { database, node, owner in
      let (digest, hold) = try node.place("wau")
      try await hold.secure()
      try database.endHolds()
      // The writer of another node, between its lock and its commit.
      let writer = try BlockingSession(database.server.connectionString(of: database.name))
      try writer.execute("BEGIN; SELECT digest FROM blob WHERE is_stored FOR SHARE")
      let findings = try await node.collect()
      #expect(findings.collectedCount == 0)
      try writer.execute("ROLLBACK")
      let entries = try await node.records.entries(of: [digest])
      #expect(entries[digest]?.state == .stored)
    }
  }

  @Test func `a photo that comes while its blob is condemned is refused, and stored again under another name`()
    async throws
  {
    try await withNode { database, node, owner in
      let (digest, hold) = try node.place("wau")
      try await hold.secure()
      let first = try #require(try await node.key(of: digest))
      try database.endHolds()
      let page = try await node.records.condemn(after: nil, limit: 10)
      #expect(page.dying.map(\.digest) == [digest] && page.last == nil)
      let draft = try Node.draft(1, of: "wau", by: owner)
      await #expect(throws: UnsecuredBlobs.self) { try await node.records.addPhoto(draft, idempotency: nil) }
      let addition = try await [hold].secured { try await node.records.addPhoto(draft, idempotency: nil) }
      #expect(addition.photoID == draft.id)
      let second = try #require(try await node.key(of: digest))
      #expect(blobKeys == [second] && second != first)
      // The collector goes on, late and twice.
      for _ in 0..<2 { _ = try await node.blobs.bury(page.dying) }
      #expect(blobKeys == [second])
      let text = try await node.read(digest)
      #expect(text == "wau")
    }
  }

  @Test func `a blob that is condemned while it is put is put again`() async throws {
    try await withNode { database, node, _ in
      let (digest, hold) = try node.place("wau")
      let gate = Gate()
      bucket.fail("PUT", .stall(gate))
      async let secured: Void = hold.secure()
      try await eventually { bucket.requests.contains { $0.method == "PUT" && $0.path.contains("/blobs/") } }
      try database.endHolds()
      let findings = try await node.collect()
      #expect(findings.collectedCount == 1)
      gate.open()
      try await secured
      let key = try #require(try await node.key(of: digest))
      #expect(bucket.object(key) == Array("wau".utf8))
      // What came too late belongs to nobody.
      #expect(blobKeys.count == 2)
      var orphans = ObjectCollector.Findings()
      try await ObjectCollector(of: node.blobs).removeOrphans(olderThan: -1, &orphans)
      #expect(orphans.orphanCount == 1 && blobKeys == [key])
    }
  }

  @Test func `what a collector has begun and not ended, the next one ends`() async throws {
    try await withNode { database, node, _ in
      try await node.secure("wau")
      try database.endHolds()
      let page = try await node.records.condemn(after: nil, limit: 10)
      #expect(page.dying.count == 1 && blobKeys.count == 1)
      let findings = try await node.collect()
      #expect(findings.collectedCount == 1 && blobKeys.isEmpty)
    }
  }

  @Test func `a photo whose blob has been collected cannot be restored`() async throws {
    try await withNode { database, node, owner in
      let photo = try await node.upload(1, "wau", by: owner)
      try await node.stores.edit(photo, .deletion(restorableBy: owner.id))
      // It was collected when the photo's time had just passed, by the clock of that transaction.
      try database.execute("UPDATE blob SET is_dying = true, is_stored = false")
      await expectProblem(.gone) { _ = try await node.records.restorePhoto(photo, by: owner) }
    }
  }

  @Test func `pages of blobs are looked through to the last`() async throws {
    try await withNode { database, node, owner in
      for number in 1...7 { try await node.secure("blob \(number)") }
      _ = try await node.upload(1, "blob 3", by: owner)
      try database.endHolds()
      var (last, dying, pageCount) = (Digest?.none, Set<Digest>(), 0)
      repeat {
        let page = try await node.records.condemn(after: last, limit: 3)
        dying.formUnion(page.dying.map(\.digest))
        last = page.last
        pageCount += 1
      } while last != nil
      #expect(dying.count == 6 && pageCount == 3)
    }
  }

  @Test func `a blob that the store does not delete is tried again`() async throws {
    try await withNode { database, node, _ in
      try await node.secure("wau")
      try database.endHolds()
      let key = blobKeys[0]
      bucket.fail(
        "POST",
        .refuse(200, content: "<DeleteResult><Error><Key>\(key)</Key><Code>InternalError</Code></Error></DeleteResult>")
      )
      let failed = try await node.collect()
      #expect(failed.failureCount == 1 && failed.collectedCount == 0 && blobKeys.count == 1)
      let findings = try await node.collect()
      #expect(findings.collectedCount == 1 && blobKeys.isEmpty)
    }
  }

  // MARK: Orphans

  @Test func `objects that nobody knows of are removed when they are a day old, and others are left alone`()
    async throws
  {
    try await withNode { _, node, _ in
      let digest = try await node.secure("wau")
      let key = try #require(try await node.key(of: digest))
      let number = try #require(Int64(key.split(separator: "/").last ?? ""))
      let (day, folder) = (ObjectCollector.leastAge + 60, "blobs/\(digest.hexadecimal)")
      bucket.put(Array("wau".utf8), as: key, ago: day)
      bucket.put([], as: "\(folder)/\(number + 1)", ago: day)
      bucket.put([], as: "blobs/\(Sample.digest(1).hexadecimal)/9", ago: day)
      bucket.put([], as: "blobs/\(Sample.digest(2).hexadecimal)/9", ago: 60)
      bucket.put([], as: "blobs/note.txt", ago: day)
      bucket.put([], as: "elsewhere", ago: day)
      let findings = try await ObjectCollectorRun.run(on: node)
      #expect(findings.orphanCount == 1)
      // One with another name, and one that is newer than the ledger.
      #expect(findings.strangerCount == 2)
      #expect(bucket.object("blobs/\(Sample.digest(1).hexadecimal)/9") == nil)
      #expect(blobKeys.count == 4 && bucket.object("elsewhere") != nil)
    }
  }
}
