// SPDX-License-Identifier: Apache-2.0

import Foundation
import PostgreSQLTestKit
import Synchronization
import Testing
import WoofCore
import WoofModel
import WoofPostgresStorage
import WoofStorage
import WoofStoreConformance

@testable import ObjectStoreTestKit
@testable import SharedStoresTestKit
@testable import TestKit
@testable import WoofSharedStores

@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(2)))
struct SharedMoveTests {
  private static let all = PhotoQuery(scope: .readable(by: nil), limit: 100)

  /// Opens the stores of a folder, as a service does, with three photos.
  private static func withService(
    in library: SharedLibrary, _ body: (ServedFolder, Principal) async throws -> Void
  ) async throws {
    let folder = try DataFolder.open(at: library.folder.path("data"), for: .service)
    let service = ServedFolder(folder: folder, storage: try EmbeddedStorage(in: folder))
    let account = try await service.stores.account("ada")
    for number in 1...3 { _ = try await service.storage.upload(number, "photo \(number)", by: account) }
    try await body(service, account)
  }

  private static func move(_ library: SharedLibrary) throws -> SharedMove {
    SharedMove(from: library.folder.path("data"), into: try library.place)
  }

  @Test func `what is written while a folder is moved is moved as well`() async throws {
    try await SharedLibrary.with { library in
      try await Self.withService(in: library) { service, account in
        let epoch = service.storage.records.epoch
        let token = try await service.storage.records.view(of: account.id).sequence
        let pauses = Mutex(0)
        let attendance = MoveAttendance(pause: {
          let count = pauses.withLock { count in
            count += 1
            return count
          }
          guard count < 4 else { return await service.stop() }
          let photo = try await service.storage.upload(3 + count, "photo \(3 + count)", by: account)
          _ = try await service.stores.like(photo, by: account)
          if count == 3 { try await service.stores.edit(photo, .deletion(restorableBy: account.id)) }
        })
        let summary = try await Self.move(library).run(comparesAll: true, attendance)
        #expect(summary.missingBlobs.isEmpty && summary.blobCount == 6)
        try await library.withNode { node in
          #expect(node.records.epoch == epoch)
          let ids = try await node.stores.ids(Self.all)
          #expect(ids.count == 5)
          let changes = try await node.records.changes(after: token, limit: 100, account: account.id)
          #expect(changes.page.photos.count == 3)
          for number in 1...6 {
            let digest = try Node.digest(of: "photo \(number)")
            #expect(try await node.read(digest) == "photo \(number)")
          }
        }
      }
    }
  }

  @Test func `a folder that has been moved is served by no service, and backed up all the same`() async throws {
    try await SharedLibrary.with { library in
      try await Self.withService(in: library) { service, _ in
        await service.stop()
        _ = try await Self.move(library).run()
        let path = library.folder.path("data")
        let error = #expect(throws: StorageError.self) { try DataFolder.open(at: path, for: .service) }
        #expect(error?.code == .moved)
        #expect(error?.message.contains("\(path)/moved") == true, "\(error?.message ?? "")")
        let again = await #expect(throws: StorageError.self) { try await Self.move(library).run() }
        #expect(again?.code == .moved)
        let summary = try StoreBackup(of: try DataFolder.open(at: path, for: .upkeep)).run(
          to: .folder(library.folder.path("backup"), since: nil))
        #expect(summary.manifest.blobCount == 3)
        try FileManager.default.removeItem(atPath: "\(path)/moved")
        try DataFolder.open(at: path, for: .service).close()
      }
    }
  }

  @Test func `a move that broke off goes on with what is there`() async throws {
    try await SharedLibrary.with { library in
      try await Self.withService(in: library) { service, account in
        let move = try Self.move(library)
        let error = await #expect(throws: StorageError.self) {
          try await move.run(
            MoveAttendance(progress: { if $0.step == .awaitingStop { throw CancellationError() } }))
        }
        #expect(error?.code == .cancelled)
        #expect(library.blobRequestCount("PUT") == 3)
        #expect(try move.plan().isBegun)
        _ = try await service.storage.upload(4, "photo 4", by: account)
        await service.stop()
        let summary = try await move.run(comparesAll: true)
        #expect(summary.blobCount == 1 && summary.carriedCount > 0)
        #expect(library.blobRequestCount("PUT") == 4)
        try await library.withNode { node in
          let ids = try await node.stores.ids(Self.all)
          #expect(ids.count == 4)
        }
      }
    }
  }

  @Test func `a move that is given up leaves the folder as it was`() async throws {
    try await SharedLibrary.with { library in
      try await Self.withService(in: library) { service, account in
        let move = try Self.move(library)
        await #expect(throws: StorageError.self) {
          try await move.run(
            MoveAttendance(progress: { if $0.step == .awaitingStop { throw CancellationError() } }))
        }
        try move.abandon()
        #expect(try !move.plan().isBegun)
        _ = try await service.storage.upload(4, "photo 4", by: account)
        await service.stop()
        let check = try StoreCheck(of: try DataFolder.open(at: library.folder.path("data"), for: .upkeep))
        let findings = try check.run(.bytes)
        #expect(findings.isEmpty)
      }
    }
  }

  @Test func `a photo whose bytes are gone is named, and the others are moved`() async throws {
    try await SharedLibrary.with { library in
      try await Self.withService(in: library) { service, _ in
        await service.stop()
        let digest = try Node.digest(of: "photo 2")
        let folder = try DataFolder.open(at: library.folder.path("data"), for: .upkeep)
        try FileManager.default.removeItem(atPath: folder.path(ofBlob: digest))
        let summary = try await Self.move(library).run()
        #expect(summary.missingBlobs == [digest] && summary.blobCount == 2)
      }
    }
  }

  @Test func `a database with records is refused, and the folder is as it was`() async throws {
    try await SharedLibrary.with { library in
      try await library.withNode { _ = try await $0.stores.account("bob") }
      try await Self.withService(in: library) { service, _ in
        await service.stop()
        let error = await #expect(throws: StorageError.self) { try await Self.move(library).run() }
        #expect(error?.code == .notEmpty)
        try DataFolder.open(at: library.folder.path("data"), for: .service).close()
      }
    }
  }
}

/// The embedded stores of a folder that a service has.
private struct ServedFolder: Sendable {
  let folder: DataFolder
  let storage: EmbeddedStorage

  var stores: StoresUnderTest { StoresUnderTest(storage.records, blobs: storage.blobs) }

  /// Stops the service.
  func stop() async {
    await storage.close()
    folder.close()
  }
}
