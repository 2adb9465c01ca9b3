// SPDX-License-Identifier: Apache-2.0

import CSQLite
import Glibc
import Synchronization
import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import ServiceTestKit
@testable import TestKit
@testable import WoofStorage
import WoofSQLite

/// Room for what must not fail on a full disk.
@Suite(.timeLimit(.minutes(1))) struct DiskReserveTests {
  private static let bytes: [UInt8] = [1, 2, 3]

  /// The work that has to succeed on a full disk, each with its name.
  private static let works: [(String, @Sendable (TestStorage, Principal) async throws -> Void)] = [
    ("deleting a photo", { storage, _ in try await storage.stores.edit(Sample.photoID(1), .deletion) }),
    ("disabling", { storage, ada in try await storage.records.setDisabled(true, of: ada.name) }),
    (
      "a password",
      { storage, ada in try await storage.records.setPasswordHash(Sample.passwordHash("x"), of: ada.name) }
    ),
    ("a quota", { storage, ada in try await storage.records.setQuota(AccountQuota(photoCount: 1), of: ada.name) }),
    ("deleting an account", { storage, ada in try await storage.records.deleteAccount(ada.name) }),
  ]

  @Test func `the reserve has the configured size, in eight allocated files`() async throws {
    try await withReserve { storage, _, _ in
      let files = storage.folder.files(below: "data/reserve")
      #expect(files == (0..<8).map { "\($0)" })
      for name in files {
        var status = stat()
        #expect(stat(storage.folder.path("data/reserve/\(name)"), &status) == 0)
        #expect(status.st_size == 10_000 && status.st_blocks * 512 >= 10_000)
      }
      #expect(storage.records.reserve.isWhole)
      #expect(storage.records.reserve.heldByteCount == 80_000)
      #expect(storage.storage.impairment == nil)
    }
  }

  @Test(arguments: works.indices)
  func `administration and deletion work on a full disk, from the reserve`(work: Int) async throws {
    try await withReserve { storage, files, faults in
      let ada = try await storage.stores.account("ada")
      try await storage.stores.add(1, by: ada)
      fill(files, faults, until: 2)
      try await Self.works[work].1(storage, ada)
      #expect(storage.records.reserve.givenUpCount >= 2, "\(Self.works[work].0)")
      #expect(!storage.records.reserve.isWhole)
    }
  }

  @Test func `other writes fail on a full disk, even beside those that may use the reserve`() async throws {
    try await withReserve { storage, files, faults in
      let ada = try await storage.stores.account("ada")
      for number in 1...2 { try await storage.stores.add(number, by: ada) }
      fill(files, faults, until: 9)
      await expectProblem(.insufficientStorage) { try await storage.stores.like(Sample.photoID(1), by: ada) }
      await expectProblem(.insufficientStorage) { try await storage.stores.add(3, by: ada) }
      await expectProblem(.insufficientStorage) {
        try await storage.stores.edit(Sample.photoID(1), PhotoEdit(caption: "no"))
      }
      #expect(storage.records.reserve.givenUpCount == 0)
      faults.heal()
      #expect(try await storage.records.photo(Sample.photoID(1))?.caption == "Rex, number 1")
    }
  }

  @Test func `room from a deletion is not for other writes until the reserve is whole`() async throws {
    try await withReserve { storage, files, faults in
      let ada = try await storage.stores.account("ada")
      for number in 1...2 { try await storage.stores.add(number, by: ada) }
      fill(files, faults, until: 1)
      try await storage.stores.edit(Sample.photoID(1), .deletion)
      // There is room now, but it is the reserve's.
      await expectProblem(.insufficientStorage) { try await storage.stores.like(Sample.photoID(2), by: ada) }
      await expectProblem(.insufficientStorage) {
        try await storage.stores.edit(Sample.photoID(2), PhotoEdit(caption: "no"))
      }
      #expect(storage.records.reserve.givenUpCount == 1)
      files.heal()
      try await storage.stores.like(Sample.photoID(2), by: ada)
      #expect(storage.records.reserve.isWhole)
    }
  }

  @Test func `without any reserve left, deleting fails like any write, without a trace`()
    async throws
  {
    try await withReserve { storage, files, faults in
      let ada = try await storage.stores.account("ada")
      let photo = try await storage.stores.add(1, by: ada)
      fill(files, faults, until: 9)
      await expectProblem(.insufficientStorage) { try await storage.stores.edit(photo.id, .deletion) }
      #expect(storage.records.reserve.heldByteCount == 0)
      #expect(try await storage.records.photo(photo.id) == photo)
    }
  }

  @Test func `uploads are refused while a part is missing, which is taken back when there is room`() async throws {
    try await withReserve { storage, files, _ in
      files.fail("fallocate", ENOSPC)
      let spool = try storage.blobs.makeSpool()
      #expect(storage.records.reserve.giveUp())
      await expectProblem(.insufficientStorage) { _ = try storage.blobs.makeSpool() }
      await expectProblem(.insufficientStorage) { try spool.append(Self.bytes.span.bytes) }
      #expect(storage.storage.impairment?.contains("full") == true)
      files.heal()
      try spool.append(Self.bytes.span.bytes)
      #expect(storage.records.reserve.isWhole)
      #expect(storage.storage.impairment == nil)
    }
  }

  @Test func `the audit log uses the reserve, and keeps each entry once`() async throws {
    try await withReserve { storage, files, _ in
      let audit = AuditFile(in: storage.path, files: files, reserve: storage.records.reserve)
      try audit.append(Array("one\n".utf8))
      let isFull = Flag()
      files.decide { call, _ in
        if call.path?.contains("/reserve/") == true { isFull.lower() }
        return call.name == "fsync" && isFull.isUp ? .failure(EDQUOT) : .success
      }
      try audit.append(Array("two\n".utf8))
      #expect(try audit.read(from: 0, count: 100) == Array("one\ntwo\n".utf8))
    }
  }

  @Test func `blobs are collected on a full disk`() async throws {
    try await withReserve { storage, files, faults in
      let ada = try await storage.stores.account("ada")
      try await storage.upload(1, by: ada, bytes: [1, 2, 3])
      try await storage.stores.edit(Sample.photoID(1), .deletion)
      fill(files, faults, until: 1)
      try await storage.storage.collectGarbage()
      #expect(storage.folder.files(below: "data/blobs").isEmpty)
    }
  }

  @Test func `a process that changes accounts releases a part, which the service takes back`() async throws {
    try await withReserve { storage, _, _ in
      let ada = try await storage.stores.account("ada")
      let faults = try DatabaseFaults()
      let files = FaultyFileSystem()
      var configuration = EmbeddedStoreConfiguration()
      configuration.databaseFileSystem = faults.name
      let folder = try DataFolder.open(at: storage.path, for: .accounts, files: files)
      let beside = try EmbeddedStore(in: folder, configuration: configuration)
      fill(files, faults, until: 1)
      try await beside.setDisabled(true, of: ada.name)
      await beside.close()
      #expect(storage.folder.files(below: "data/reserve").count == 7)
      storage.records.reserve.refill()
      #expect(storage.folder.files(below: "data/reserve").count == 8)
    }
  }

  /// Lets the database find no room until so many parts of the reserve have been given up, and none of them be taken again.
  private func fill(_ files: FaultyFileSystem, _ faults: DatabaseFaults, until count: Int) {
    faults.fail(.write, SQLITE_FULL)
    let removed = Counter()
    files.decide { call, _ in
      if call.name == "unlink", call.path?.contains("/reserve/") == true, removed.next() == count { faults.heal() }
      return call.name == "fallocate" ? .failure(ENOSPC) : .success
    }
  }

  private func withReserve(
    _ body: (TestStorage, FaultyFileSystem, DatabaseFaults) async throws -> Void
  ) async throws {
    let faults = try DatabaseFaults()
    let files = FaultyFileSystem()
    var configuration = EmbeddedStoreConfiguration.withoutGrace
    configuration.databaseFileSystem = faults.name
    configuration.reserveByteCount = 80_000
    try await withStorage(files: files, configuration: configuration) { storage in
      try await body(storage, files, faults)
      faults.heal()
      files.heal()
    }
  }

  private final class Counter: Sendable {
    private let value = Atomic(0)
    func next() -> Int { value.add(1, ordering: .relaxed).newValue }
  }

  private final class Flag: Sendable {
    private let value = Atomic(true)
    var isUp: Bool { value.load(ordering: .relaxed) }
    func lower() { value.store(false, ordering: .relaxed) }
  }
}
