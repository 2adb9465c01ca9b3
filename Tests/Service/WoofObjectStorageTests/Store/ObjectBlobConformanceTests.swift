// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofS3
import WoofStoreConformance

@testable import ObjectStoreTestKit
@testable import SharedStoresTestKit
@testable import WoofObjectStorage

@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .enabled(if: ObjectStoreEngine.isInstalled, Comment(rawValue: ObjectStoreEngine.advice)), .timeLimit(.minutes(3)))
struct ObjectBlobConformanceTests {
  @Test(arguments: StoreBehaviour.blobs)
  func `blobs in an object store fulfil the contract of the core`(_ behaviour: StoreBehaviour) async throws {
    try await SharedDatabase.with { database in
      let client = try await ObjectStoreEngine.shared.makeBucket()
      try await database.withNode(client) { try await behaviour.check($0.stores) }
    }
  }

  @Test func `what one node has stored in OpenStack Swift, another reads, and nobody finds when it was collected`()
    async throws
  {
    try await SharedDatabase.with { database in
      let client = try await ObjectStoreEngine.shared.makeBucket()
      try await database.withNode(client, named: "first") { first in
        try await database.withNode(client, named: "second") { second in
          let digest = try await first.secure("a dog at the lake")
          let text = try await second.read(digest)
          #expect(text == "a dog at the lake")
          try database.endHolds()
          let findings = try await ObjectCollectorRun.run(on: second)
          #expect(findings.collectedCount == 1 && findings.failureCount == 0)
          let list = try await client.list(prefix: "blobs/")
          #expect(list.entries.isEmpty)
          let gone = try await second.read(digest)
          #expect(gone == nil)
          let copies = try await ObjectCollectorRun.run(on: first)
          #expect(copies.forgottenCopyCount == 1)
          let other = try await first.read(digest)
          #expect(other == nil)
        }
      }
    }
  }

  @Test func `a large blob is put in parts, and read on another node`() async throws {
    try await SharedDatabase.with { database in
      let client = try await ObjectStoreEngine.shared.makeBucket()
      let text = String(repeating: "wau wau ", count: 3 << 20)
      try await database.withNode(client, named: "first", { $0.bounds.partedByteCount = 8 << 20 }) { first in
        let digest = try await first.secure(text)
        let pieces = try database.execute("SELECT octet_length(piece_digests) FROM blob")
        #expect(pieces == ["\(32 * 6)"])
        try await database.withNode(client, named: "second") { second in
          let read = try await second.read(digest)
          #expect(read == text)
        }
      }
      let uploads = try await client.listUploads()
      #expect(uploads.entries.isEmpty)
    }
  }
}
