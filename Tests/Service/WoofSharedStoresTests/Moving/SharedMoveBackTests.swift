// SPDX-License-Identifier: Apache-2.0

import Foundation
import PostgreSQLTestKit
import Synchronization
import Testing
import WoofCore
import WoofModel
import WoofPostgreSQL
import WoofPostgresStorage
import WoofSQLite
import WoofStorage
import WoofStoreConformance

@testable import ObjectStoreTestKit
@testable import SharedStoresTestKit
@testable import TestKit
@testable import WoofSharedStores

@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(2)))
struct SharedMoveBackTests {
  private static let all = PhotoQuery(scope: .readable(by: nil), limit: 100)

  private static func moveBack(_ library: SharedLibrary) throws -> SharedMoveBack {
    SharedMoveBack(from: try library.place, into: library.folder.path("data"))
  }

  /// Runs a node that says that it runs, until it is stopped.
  private static func withRunningNode(
    in library: SharedLibrary, _ body: (Node) async throws -> Void
  ) async throws {
    try await library.database.withNode(try library.bucket.client()) { node in
      let place = try library.place
      try await eventually {
        try CopiedRecords(in: try PostgreSQLTransaction(place.database, .snapshot)).haveNodes()
      }
      try await body(node)
    }
  }

  @Test func `what a node writes until it is stopped is moved into the folder`() async throws {
    try await SharedLibrary.with { library in
      var (epoch, token, ada): (UInt64, Int64, Principal?) = (0, 0, nil)
      try await Self.withRunningNode(in: library) { node in
        let account = try await node.stores.account("ada")
        for number in 1...3 { try await node.upload(number, "photo \(number)", by: account) }
        (epoch, token, ada) = (node.records.epoch, try await node.records.view(of: account.id).sequence, account)
        let pauses = Mutex(0)
        let attendance = MoveAttendance(pause: {
          let count = pauses.withLock { count in
            count += 1
            return count
          }
          guard count < 4 else { return await node.records.end() }
          let photo = try await node.upload(3 + count, "photo \(3 + count)", by: account)
          _ = try await node.stores.like(photo, by: account)
          if count == 3 { try await node.stores.edit(photo, .deletion(restorableBy: account.id)) }
        })
        let summary = try await Self.moveBack(library).run(comparesAll: true, attendance)
        #expect(summary.missingBlobs.isEmpty && summary.blobCount == 6)
        #expect(pauses.withLock { $0 } == 4)
      }
      try await withEmbeddedStores(library.folder.path("data")) { storage in
        #expect(storage.records.epoch == epoch)
        let ids = try await StoresUnderTest(storage.records, blobs: storage.blobs).ids(Self.all)
        #expect(ids.count == 5)
        let account = try #require(ada).id
        let changes = try await storage.records.changes(after: token, limit: 100, account: account)
        #expect(changes.page.photos.count == 3)
        for number in 1...6 { #expect(try storage.has("photo \(number)")) }
      }
      let findings = try StoreCheck(of: try DataFolder.open(at: library.folder.path("data"), for: .upkeep)).run(.bytes)
      #expect(findings.isEmpty)
    }
  }

  @Test func `nodes write no more once all has been moved, and no node starts`() async throws {
    try await SharedLibrary.with { library in
      try await library.withNode { node in
        let account = try await node.stores.account("ada")
        let photo = try await node.upload(1, "photo 1", by: account)
        #expect(node.records.obstacle == nil)
        _ = try await Self.moveBack(library).run(stopsNodes: true)
        let error = await #expect(throws: WoofError.self) { try await node.stores.like(photo, by: account) }
        #expect(error?.code == .unavailable)
        try await eventually { node.records.obstacle?.contains("data folder") == true }
        #expect(try await PostgresStore.readiness(of: try library.place.database) == .moved)
      }
      let again = await #expect(throws: StorageError.self) { try await Self.moveBack(library).run(stopsNodes: true) }
      #expect(again?.code == .moved)
      #expect(throws: StorageError.self) { try Self.moveBack(library).abandon() }
    }
  }

  @Test func `a copy that differs is refused, and nodes write again`() async throws {
    try await SharedLibrary.with { library in
      try await library.withNode { node in
        let account = try await node.stores.account("ada")
        let photo = try await node.upload(1, "photo 1", by: account)
        let move = try Self.moveBack(library)
        let damage = MoveAttendance(progress: { report in
          guard report.step == .copyingBlobs else { return }
          let file = try RecordFile(goingOnWith: library.folder.path("data/woof.db"))
          try file.database.execute("UPDATE photo_detail SET caption = 'other' WHERE true")
        })
        let error = await #expect(throws: StorageError.self) {
          try await move.run(comparesAll: true, stopsNodes: true, damage)
        }
        #expect(error?.code == .damaged)
        #expect(throws: StorageError.self) {
          try DataFolder.open(at: library.folder.path("data"), for: .service)
        }
        _ = try await node.stores.like(photo, by: account)
        try move.abandon()
        _ = try await move.run(comparesAll: true, stopsNodes: true)
      }
    }
  }

  @Test func `a folder that is served, or has the records of others, is refused`() async throws {
    try await SharedLibrary.with { library in
      try await library.withNode { node in
        _ = try await node.stores.account("ada")
        let path = library.folder.path("data")
        try await withEmbeddedStores(path) { _ = try await StoresUnderTest($0.records, blobs: $0.blobs).account("bob") }
        let served = await #expect(throws: StorageError.self) { try await Self.moveBack(library).run(stopsNodes: true) }
        #expect(served?.code == .notEmpty)
        try DataFolder.open(at: path, for: .upkeep).markMoved()
        let foreign = await #expect(throws: StorageError.self) {
          try await Self.moveBack(library).run(stopsNodes: true)
        }
        #expect(foreign?.code == .notEmpty && foreign?.message.contains("another installation") == true)
        _ = try await node.stores.account("eve")
      }
    }
  }

  @Test func `a blob that is gone from the bucket is named, and the others are moved`() async throws {
    try await SharedLibrary.with { library in
      try await library.withNode { node in
        let account = try await node.stores.account("ada")
        for number in 1...3 { try await node.upload(number, "photo \(number)", by: account) }
        let digest = try Node.digest(of: "photo 2")
        library.bucket.delete(try #require(try await node.key(of: digest)))
        let summary = try await Self.moveBack(library).run(stopsNodes: true)
        #expect(summary.missingBlobs == [digest] && summary.blobCount == 2)
      }
    }
  }

  @Test func `both sides are kept in step, and each move carries over no more than what has changed`() async throws {
    try await SharedLibrary.with { library in
      let path = library.folder.path("data")
      var account: Principal?
      try await withEmbeddedStores(path) { storage in
        let ada = try await StoresUnderTest(storage.records, blobs: storage.blobs).account("ada")
        for number in 1...3 { _ = try await storage.upload(number, "photo \(number)", by: ada) }
        account = ada
      }
      let owner = try #require(account)
      let move = SharedMove(from: path, into: try library.place)
      for turn in 1...3 {
        let there = try await move.run(comparesAll: true, keepsInStep: true)
        #expect(there.blobCount == (turn == 1 ? 3 : 1), "turn \(turn)")
        try await library.withNode { node in
          let ids = try await node.stores.ids(Self.all)
          #expect(ids.count == 1 + 2 * turn)
          let photo = try await node.upload(100 + turn, "there \(turn)", by: owner)
          _ = try await node.stores.like(photo, by: owner)
        }
        let back = try await Self.moveBack(library).run(comparesAll: true, keepsInStep: true, stopsNodes: true)
        #expect(back.blobCount == 1, "turn \(turn)")
        try await withEmbeddedStores(path) { storage in
          let ids = try await StoresUnderTest(storage.records, blobs: storage.blobs).ids(Self.all)
          #expect(ids.count == 2 + 2 * turn)
          let isThere = try storage.has("there \(turn)")
          #expect(isThere)
          _ = try await storage.upload(200 + turn, "back \(turn)", by: owner)
        }
      }
    }
  }

  @Test func `a check value that a node kept stays when the photo changes in the folder`() async throws {
    try await SharedLibrary.with { library in
      try await library.withNode { node in
        try await node.upload(1, "photo 1", by: try await node.stores.account("ada"))
      }
      _ = try library.database.execute("UPDATE photo_detail SET check_value = 7")
      _ = try await Self.moveBack(library).run(keepsInStep: true, stopsNodes: true)
      let path = library.folder.path("data")
      try await withEmbeddedStores(path) { storage in
        let stores = StoresUnderTest(storage.records, blobs: storage.blobs)
        let photo = try #require(try await stores.ids(Self.all).first)
        try await stores.edit(photo, PhotoEdit(caption: "bark"))
      }
      _ = try await SharedMove(from: path, into: try library.place).run(comparesAll: true)
      #expect(try library.database.execute("SELECT crc32 FROM check_value") == ["7"])
    }
  }

  @Test(arguments: 0..<8)
  func `moves there and back that break off at any step go on, and lose nothing`(_ seed: UInt64) async throws {
    struct Stop: Error {}
    try await SharedLibrary.with { library in
      let path = library.folder.path("data")
      var random = SeededGenerator(seed: seed)
      let keeps = seed % 2 == 0
      var owner: Principal?
      try await withEmbeddedStores(path) { storage in
        let ada = try await StoresUnderTest(storage.records, blobs: storage.blobs).account("ada")
        for number in 1...3 { _ = try await storage.upload(number, "photo \(number)", by: ada) }
        owner = ada
      }
      let account = try #require(owner)
      /// Runs a move again and again, which stops at its first step, then at its second one, and so on.
      func insist(_ move: (MoveAttendance) async throws -> Void) async throws {
        var allowed = Int.random(in: 0..<3, using: &random)
        while true {
          let left = Mutex(allowed)
          let attendance = MoveAttendance(progress: { _ in
            try left.withLock { left in
              guard left > 0 else { throw Stop() }
              left -= 1
            }
          })
          do {
            return try await move(attendance)
          } catch let error as StorageError where error.code == .cancelled || error.cause is Stop {
            allowed += Int.random(in: 1...2, using: &random)
          }
        }
      }
      for turn in 1...2 {
        try await insist { attendance in
          _ = try await SharedMove(from: path, into: try library.place).run(
            comparesAll: true, keepsInStep: keeps, attendance)
        }
        try await library.withNode { node in
          try await node.upload(100 + turn, "there \(turn)", by: account)
          let text = try await node.read(try Node.digest(of: "photo 1"))
          #expect(text == "photo 1")
        }
        try await insist { attendance in
          _ = try await Self.moveBack(library).run(
            comparesAll: true, keepsInStep: keeps, stopsNodes: true, attendance)
        }
        try await withEmbeddedStores(path) { storage in
          let ids = try await StoresUnderTest(storage.records, blobs: storage.blobs).ids(Self.all)
          #expect(ids.count == 3 + turn)
          let isThere = try storage.has("there \(turn)")
          #expect(isThere)
        }
        guard keeps else { break }
      }
    }
  }
}
