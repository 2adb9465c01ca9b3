// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import ObjectStoreTestKit
@testable import SharedStoresTestKit
@testable import TestKit
@testable import WoofObjectStorage

/// Many who upload and delete the same few blobs on several nodes, collectors that never rest, holds that are shorter than a PUT,
/// and deletions of objects that come late and again.
@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(5)))
struct BlobModelTests {
  private static let uploaderCount = 8
  private static let stepCount = 60
  private static let contents = (0..<6).map { "content \($0)" }

  @Test(arguments: [1, 2] as [UInt64]) func `no photo is ever without its blob`(_ seed: UInt64) async throws {
    let bucket = try FaultyObjectStore()
    bucket.slowDown(upToMicroseconds: 6000)
    try await SharedDatabase.with { database in
      let hasty: (inout ObjectStorageSettings) -> Void = { settings in
        (settings.bounds.hold, settings.bounds.slowestByteRate) = (.milliseconds(3), .max)
      }
      try await database.withNode(try bucket.client(), named: "first", hasty) { first in
        try await database.withNode(try bucket.client(), named: "second", hasty) { second in
          let model = BlobModel(database: database, bucket: bucket, nodes: [first, second])
          try await model.run(uploaders: Self.uploaderCount, steps: Self.stepCount, Self.contents, seed: seed)
          let missing = try model.missingObjects()
          #expect(missing.isEmpty)
          // It was worth it.
          let counts = model.counts
          #expect(counts.photoCount > 100 && counts.collectedCount > 20 && counts.repeatedDeletionCount > 20)
          try await model.eraseAll()
          try database.endHolds()
          _ = try await first.collect()
          var findings = ObjectCollector.Findings()
          try await ObjectCollector(of: first.blobs).removeOrphans(olderThan: -1, &findings)
          #expect(bucket.keys.allSatisfy { !$0.hasPrefix("blobs/") })
        }
      }
    }
  }
}
