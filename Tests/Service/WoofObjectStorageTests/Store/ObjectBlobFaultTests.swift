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

/// Blobs in a bucket that fails.
@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(3)))
struct ObjectBlobFaultTests {
  private let bucket: FaultyObjectStore
  private let events = Events()

  init() throws { bucket = try FaultyObjectStore() }

  /// Runs a test with a node that has stored a blob, and another one that has not read it yet.
  private func withReader(_ body: (SharedDatabase, _ reader: Node, Digest, _ key: String) async throws -> Void)
    async throws
  {
    let events = events
    try await SharedDatabase.with { database in
      try await database.withNode(try bucket.client(), named: "first") { first in
        let digest = try await first.secure("wau")
        let key = try #require(try await first.key(of: digest))
        let client = try bucket.client { $0.hedging = nil }
        try await database.withNode(client, named: "second", { $0.report = { events.note($0) } }) { second in
          try await body(database, second, digest, key)
        }
      }
    }
  }

  private func withWriter(_ body: (SharedDatabase, Node) async throws -> Void) async throws {
    try await SharedDatabase.with { database in
      try await database.withNode(try bucket.client()) { try await body(database, $0) }
    }
  }

  private var blobKeys: [String] { bucket.keys.filter { $0.hasPrefix("blobs/") } }

  // MARK: Reading

  @Test func `other bytes are named and given to nobody, until somebody brings the right ones`() async throws {
    try await withReader { _, node, digest, key in
      bucket.put(Array("wax".utf8), as: key)
      let damaged = try await node.read(digest)
      #expect(damaged == nil)
      #expect(events.all == [.damaged(digest, key: key)])
      let hold = try await node.blobs.holdElsewhere(digest)
      #expect(hold == nil)
      try await node.secure("wau")
      #expect(bucket.object(key) == Array("wau".utf8))
      let text = try await node.read(digest)
      #expect(text == "wau")
    }
  }

  @Test func `an object that is missing is named, and put again with the next upload`() async throws {
    try await withReader { _, node, digest, key in
      bucket.delete(key)
      let missing = try await node.read(digest)
      #expect(missing == nil)
      #expect(events.all == [.missing(digest, key: key)])
      try await node.secure("wau")
      #expect(blobKeys == [key])
    }
  }

  @Test func `a body that is cut or damaged on the way is asked for again`() async throws {
    try await withReader { _, node, digest, _ in
      bucket.fail("GET", .cut(after: 1), .damage)
      let text = try await node.read(digest)
      #expect(text == "wau")
      #expect(events.all.isEmpty)
    }
  }

  @Test func `a copy that the disk has damaged is let go of, and fetched again`() async throws {
    try await withReader { database, node, digest, _ in
      _ = try await node.read(digest)
      let copy = try #require(try node.blobs.open(digest))
      let path = "second/cache/\(digest.hexadecimal.prefix(2))/\(digest.hexadecimal)"
      try database.folder.write("wax", to: path)
      copy.discard()
      let missing = try node.blobs.open(digest)
      #expect(missing == nil)
      let text = try await node.read(digest)
      #expect(text == "wau")
    }
  }

  @Test(arguments: [500, 503]) func `a store that keeps failing is not taken for one without the blob`(_ status: Int)
    async throws
  {
    try await withReader { _, node, digest, _ in
      for _ in 0..<5 { bucket.fail("GET", .refuse(status)) }
      await expectUnavailable { _ = try await node.read(digest) }
      #expect(events.all.isEmpty)
      let text = try await node.read(digest)
      #expect(text == "wau")
    }
  }

  // MARK: Writing

  @Test func `a PUT whose answer is lost is done once more`() async throws {
    try await withWriter { _, node in
      bucket.fail("PUT", .loseAnswer)
      let digest = try await node.secure("wau")
      let key = try await node.key(of: digest)
      #expect(blobKeys == [key])
    }
  }

  @Test(arguments: [500, 503]) func `nothing is acknowledged while the store fails`(_ status: Int) async throws {
    try await withWriter { _, node in
      let (digest, hold) = try node.place("wau")
      for _ in 0..<5 { bucket.fail("PUT", .refuse(status)) }
      await expectUnavailable { try await hold.secure() }
      let entry = try await node.records.entries(of: [digest])[digest]
      #expect(entry?.state == .awaited)
      try await hold.secure()
      let later = try await node.records.entries(of: [digest])[digest]
      #expect(later?.state == .stored)
    }
  }

  @Test func `a store that asks for time gives it to clients`() async throws {
    try await withWriter { _, node in
      let (_, hold) = try node.place("wau")
      for _ in 0..<5 { bucket.fail("PUT", .refuse(503, fields: ["Retry-After": "4"])) }
      await expectUnavailable(after: 4) { try await hold.secure() }
    }
  }

  @Test(arguments: [(403, "QuotaExceeded"), (507, "XMinioStorageFull"), (507, "")])
  func `a bucket that is full has no room left`(_ status: Int, _ code: String) async throws {
    try await withWriter { _, node in
      let (_, hold) = try node.place("wau")
      for _ in 0..<5 { bucket.fail("PUT", .refuse(status, content: "<Error><Code>\(code)</Code></Error>")) }
      await expectProblem(.insufficientStorage) { try await hold.secure() }
    }
  }

  @Test func `a bucket that may not be written is an error of the service`() async throws {
    try await withWriter { _, node in
      let (_, hold) = try node.place("wau")
      bucket.fail("PUT", .refuse(403, content: "<Error><Code>AccessDenied</Code></Error>"))
      await expectProblem(.internal) { try await hold.secure() }
      #expect(blobKeys.isEmpty)
    }
  }

  @Test func `a large file that the node's disk has damaged is not put`() async throws {
    try await withWriter { database, node in
      let (_, hold) = try node.place(String(repeating: "wau wau ", count: 3 << 20))
      let name = try #require(database.folder.files(below: "node/placed").first)
      try database.folder.write("waw waw ", to: "node/placed/\(name)")
      #expect(truncate(database.folder.path("node/placed/\(name)"), 24 << 20) == 0)
      await expectProblem(.internal) { try await hold.secure() }
      #expect(blobKeys.isEmpty)
    }
  }

  @Test func `a folder of the node that is gone is an error of the service`() async throws {
    try await withWriter { database, node in
      #expect(rmdir(database.folder.path("node/spool")) == 0)
      await expectProblem(.internal) { _ = try node.blobs.makeSpool() }
    }
  }

  private func expectUnavailable(after seconds: Int? = nil, _ body: () async throws -> Void) async {
    do {
      try await body()
      Issue.record("it has succeeded")
    } catch let error as WoofError {
      #expect(error.code == .unavailable)
      #expect(error.retryAfter != nil && (seconds == nil || error.retryAfter == seconds))
    } catch {
      Issue.record(error)
    }
  }
}
