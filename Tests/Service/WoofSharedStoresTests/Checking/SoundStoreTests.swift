// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofStorage
import WoofStoreConformance

@testable import ObjectStoreTestKit
@testable import TestKit
@testable import WoofSharedStores

/// Checks of stores in which nothing is wrong.
@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(5)))
struct SoundStoreTests {
  private static let behaviours =
    StoreBehaviour.central + StoreBehaviour.administrative + StoreBehaviour.deriving + StoreBehaviour.grants
    + StoreBehaviour.archives + StoreBehaviour.sharing + StoreBehaviour.timelines

  @Test(arguments: behaviours.oneIn(4))
  func `finds nothing wrong in what stores keep`(_ behaviour: StoreBehaviour) async throws {
    try await CheckedLibrary.with { shared in
      try await shared.withRecords { try await behaviour.check(StoresUnderTest($0)) }
      let report = try await shared.report(.records)
      #expect(report.findings == [])
    }
  }

  @Test(arguments: [StoreCheck.Depth.records, .lengths, .bytes])
  func `finds nothing wrong in records with their blobs`(_ depth: StoreCheck.Depth) async throws {
    try await CheckedLibrary.with { shared in
      try await shared.withNode { try await $0.fill() }
      let report = try await shared.report(depth)
      #expect(report.findings == [])
      #expect(report.blobCount == (depth == .records ? 0 : 4))
      #expect(report.blobByteCount == (depth == .records ? 0 : 16))
      #expect(report.orphanCount == 0)
    }
  }

  @Test func `asks the bucket for lists where only lengths are compared`() async throws {
    try await CheckedLibrary.with { shared in
      try await shared.withNode { try await $0.fill() }
      let before = shared.bucket.requests.count
      _ = try await shared.report(.lengths)
      #expect(shared.bucket.requests.dropFirst(before).allSatisfy { $0.query.contains("list-type=2") })
    }
  }

  @Test func `leaves no copy of the records behind, and changes nothing`() async throws {
    try await CheckedLibrary.with { shared in
      try await shared.withNode { try await $0.fill() }
      let before = try shared.execute("SELECT blob::text FROM blob ORDER BY 1")
      _ = try await shared.report(.bytes)
      #expect(shared.folder.names.filter { $0 != "node" } == [])
      #expect(try shared.execute("SELECT blob::text FROM blob ORDER BY 1") == before)
    }
  }
}
