// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofCore
import WoofModel
import WoofPostgresStorage
import WoofStorage
import WoofStoreConformance

@testable import ObjectStoreTestKit
@testable import TestKit
@testable import WoofSharedStores

/// Checks of blobs whose objects are not as they were put.
@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(3)))
struct ObjectAuditTests {
  /// A change of an object.
  enum Harm: String, CaseIterable {
    case missing
    case shorter
    case altered

    func harm(_ key: String, in bucket: FaultyObjectStore) {
      switch self {
      case .missing: bucket.delete(key)
      case .shorter: bucket.put(Array("on".utf8), as: key)
      case .altered: bucket.put(Array("own".utf8), as: key)
      }
    }

    var words: String {
      switch self {
      case .missing: "is missing"
      case .shorter: "has 2 bytes of 3"
      case .altered: "has other bytes"
      }
    }
  }

  @Test(arguments: Harm.allCases, [StoreCheck.Depth.lengths, .bytes])
  func `names an object that is harmed, with its photo, and withdraws it until it is uploaded again`(
    _ harm: Harm, _ depth: StoreCheck.Depth
  ) async throws {
    try await CheckedLibrary.with { shared in
      try await shared.withNode { node in
        try await node.fill()
        harm.harm(try shared.key(of: "one"), in: shared.bucket)
        let report = try await shared.report(depth)
        guard harm != .altered || depth == .bytes else { return #expect(report.findings == []) }
        let digest = try CheckedNode.digest(of: "one")
        #expect(report.findings.count == 1)
        #expect(report.findings.first?.subject.hasPrefix("\(digest) \(harm.words); noted as missing") == true)
        #expect(report.findings.first?.subject.contains("\(Sample.photoID(1))") == true)
        let state = try await node.records.entries(of: [digest])[digest]?.state
        #expect(state == .awaited)
        #expect(try await shared.report(.records).findings.count == 1)
        try await node.place("one").secure()
        #expect(try await shared.report(.bytes).findings == [])
      }
    }
  }

  @Test func `heals a blob whose object has been put back, where bytes are read`() async throws {
    try await CheckedLibrary.with { shared in
      try await shared.withNode { try await $0.fill() }
      let key = try shared.key(of: "one")
      shared.bucket.delete(key)
      #expect(try await shared.report(.lengths).findings.count == 1)
      shared.bucket.put(Array("own".utf8), as: key)
      #expect(try await shared.report(.bytes).findings.count == 1)
      shared.bucket.put(Array("one".utf8), as: key)
      #expect(try await shared.report(.lengths).findings.count == 1)
      #expect(try await shared.report(.bytes).findings == [])
      #expect(try await shared.report(.records).findings == [])
    }
  }

  @Test func `reads an object again that was damaged on the way`() async throws {
    try await CheckedLibrary.with { shared in
      try await shared.withNode { try await $0.fill() }
      // The list comes as it is, and then the first object does not.
      let gate = Gate()
      gate.open()
      shared.bucket.fail("GET", .stall(gate), .damage)
      let before = shared.bucket.requests.count
      #expect(try await shared.report(.bytes).findings == [])
      #expect(shared.bucket.requests.count == before + 6)
    }
  }

  @Test func `counts objects that no photo needs, and leaves them alone`() async throws {
    try await CheckedLibrary.with { shared in
      try await shared.withNode { try await $0.fill() }
      let digest = try CheckedNode.digest(of: "nobody's").hexadecimal
      shared.bucket.put([1], as: "blobs/\(digest)/1000")
      shared.bucket.put([1], as: "blobs/strange")
      let report = try await shared.report(.lengths)
      #expect(report.findings == [])
      #expect(report.orphanCount == 1)
      #expect(shared.blobKeys.count == 6)
    }
  }

  @Test func `an object store that does not respond is an error, and no damage`() async throws {
    try await CheckedLibrary.with { shared in
      try await shared.withNode { try await $0.fill() }
      for _ in 0..<20 { shared.bucket.fail("GET", .refuse(503)) }
      let error = await #expect(throws: WoofError.self) { try await shared.report(.bytes) }
      #expect(error?.code == .unavailable)
      #expect(try shared.execute("SELECT count(*) FROM blob WHERE NOT is_stored") == ["0"])
    }
  }

  @Test(arguments: [StorageProgress.Step.copyingRecords, .checkingRecords, .checkingBlobs])
  func `tells its progress, and stops where it is told to`(_ step: StorageProgress.Step) async throws {
    try await CheckedLibrary.with { shared in
      try await shared.withNode { try await $0.fill() }
      let heard = HeardProgress()
      _ = try await shared.report(.bytes) { try heard.hear($0) }
      #expect(heard.all.contains { $0.step == step })
      let stopping = HeardProgress(stoppingAt: step)
      await #expect(throws: CancellationError.self) { _ = try await shared.report(.bytes) { try stopping.hear($0) } }
      #expect(shared.folder.names.filter { $0 != "node" } == [])
    }
  }

  @Test func `stops while an object does not come`() async throws {
    try await CheckedLibrary.with { shared in
      try await shared.withNode { try await $0.fill() }
      let gate = Gate()
      defer { gate.open() }
      for _ in 0..<20 { shared.bucket.fail("GET", .stall(gate)) }
      let heard = HeardProgress()
      await #expect(throws: CancellationError.self) {
        _ = try await shared.report(.bytes) { progress in
          try heard.hear(progress)
          if heard.all.count(where: { $0.step == .checkingBlobs }) > 3 { throw CancellationError() }
        }
      }
    }
  }
}
