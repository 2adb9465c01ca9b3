// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WoofModel
import WoofPostgresStorage
import WoofStoreConformance

@testable import ObjectStoreTestKit
@testable import SharedStoresTestKit
@testable import TestKit
@testable import WoofCore
@testable import WoofObjectStorage

/// The parties of a model of uploads and collection, and what must always hold: the object of each blob that a record refers to
/// is there.
final class BlobModel: Sendable {
  /// The numbers of what has happened.
  struct Counts {
    var photoCount = 0
    var collectedCount = 0
    var repeatedDeletionCount = 0
  }

  private struct State {
    var counts = Counts()
    var numbers = 0
    var activeUploaders = 0
  }

  private let database: SharedDatabase
  private let bucket: FaultyObjectStore
  private let nodes: [Node]
  private let state = Mutex(State())

  init(database: SharedDatabase, bucket: FaultyObjectStore, nodes: [Node]) {
    (self.database, self.bucket, self.nodes) = (database, bucket, nodes)
  }

  /// The numbers so far.
  var counts: Counts { state.withLock(\.counts) }

  /// Lets all parties work until each uploader has done so many steps.
  func run(uploaders: Int, steps: Int, _ contents: [String], seed: UInt64) async throws {
    state.withLock { $0.activeUploaders = uploaders }
    let owners = try await nodes[0].stores.accounts(uploaders)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, owner) in owners.enumerated() {
        group.addTask { [self] in
          defer { state.withLock { $0.activeUploaders -= 1 } }
          var random = SeededGenerator(seed: seed &* 1000 &+ UInt64(index))
          var photos: [PhotoID] = []
          for _ in 0..<steps { try await step(of: owner, on: nodes[index % nodes.count], contents, &photos, &random) }
        }
      }
      for node in nodes + nodes.prefix(1) {
        group.addTask { [self] in while isActive { try await collect(on: node) } }
      }
      group.addTask { [self] in
        var random = SeededGenerator(seed: seed)
        while isActive { try await repeatDeletion(&random) }
      }
      group.addTask { [self] in while isActive { try await check() } }
      try await group.waitForAll()
    }
  }

  /// The keys of the objects that records need and that are not in the bucket.
  func missingObjects() throws -> [String] { try neededKeys().filter { bucket.object($0) == nil }.sorted() }

  /// Erases all photos.
  func eraseAll() async throws {
    for photo in try await nodes[0].stores.ids(PhotoQuery(scope: .readable(by: nil), limit: 10_000)) {
      try await nodes[0].records.erasePhoto(photo)
    }
  }

  private var isActive: Bool { state.withLock { $0.activeUploaders > 0 } }

  private func nextNumber() -> Int {
    state.withLock { state in
      state.numbers += 1
      return state.numbers
    }
  }

  // MARK: The parties

  private func step(
    of owner: Principal, on node: Node, _ contents: [String], _ photos: inout [PhotoID],
    _ random: inout SeededGenerator
  ) async throws {
    if let photo = photos.randomElement(using: &random), Int.random(in: 0..<3, using: &random) > 0 {
      photos.removeAll { $0 == photo }
      return try await node.records.erasePhoto(photo)
    }
    let text = contents.randomElement(using: &random) ?? ""
    let (digest, hold) = try node.place(text)
    if Int.random(in: 0..<10, using: &random) == 0 {
      // Gives up after the PUT, as one that dies there.
      return try await unlessHurried { try await hold.secure() }
    }
    if let photo = photos.randomElement(using: &random), Bool.random(using: &random) {
      var variant = Sample.variant(1)
      variant.digest = digest
      let derivatives = PhotoDerivatives(variants: ["thumb": variant])
      return try await unlessHurried {
        _ = try await [hold].secured { try await node.records.keep(derivatives, of: photo, .unchanged) }
      }
    }
    let draft = try Node.draft(nextNumber(), of: text, by: owner)
    var addition: PhotoAddition?
    try await unlessHurried {
      addition = try await [hold].secured { try await node.records.addPhoto(draft, idempotency: nil) }
    }
    guard case .added(let record)? = addition else { return }
    state.withLock { $0.counts.photoCount += 1 }
    photos.append(record.id)
  }

  /// Does something that may be refused as blobs are collected too fast.
  private func unlessHurried(_ body: () async throws -> Void) async throws {
    do {
      try await body()
    } catch let error as WoofError where error.code == .unavailable {
      return
    }
  }

  private func collect(on node: Node) async throws {
    let findings = try await node.collect()
    var orphans = ObjectCollector.Findings()
    try await ObjectCollector(of: node.blobs).removeOrphans(olderThan: -1, &orphans)
    state.withLock { $0.counts.collectedCount += findings.collectedCount }
  }

  /// Deletes an object that has been deleted before, as a request does that was on its way for long.
  private func repeatDeletion(_ random: inout SeededGenerator) async throws {
    try await Task.sleep(for: .milliseconds(2))
    let deletions = bucket.requests.filter { $0.method == "POST" && $0.query.hasPrefix("delete") }
    guard let old = deletions.randomElement(using: &random) else { return }
    for part in String(decoding: old.content, as: UTF8.self).split(separator: "<Key>").dropFirst() {
      bucket.delete(String(part.prefix { $0 != "<" }))
    }
    state.withLock { $0.counts.repeatedDeletionCount += 1 }
  }

  /// Looks whether the objects of all blobs are there that records refer to.
  private func check() async throws {
    let missing = try neededKeys().filter { bucket.object($0) == nil }
    guard !missing.isEmpty else { return await Task.yield() }
    // What is needed no more may be gone; what is needed under the same name still may not.
    let needed = try neededKeys()
    let lost = missing.filter(needed.contains)
    guard lost.isEmpty else { throw Unexpected("photos are without their blobs: \(lost)") }
  }

  private func neededKeys() throws -> Set<String> {
    Set(
      try database.execute(
        """
        SELECT 'blobs/' || encode(needed.digest, 'hex') || '/' || coalesce(blob.incarnation, 0)
        FROM (
            SELECT digest FROM photo_detail JOIN photo ON photo.number = photo_detail.photo WHERE NOT photo.is_deleted
            UNION SELECT digest FROM variant) AS needed
          LEFT JOIN blob ON blob.digest = needed.digest AND NOT blob.is_dying
        """))
  }
}
