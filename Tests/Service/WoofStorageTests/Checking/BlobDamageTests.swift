// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import ServiceTestKit
@testable import TestKit
@testable import WoofStorage

@Suite(.timeLimit(.minutes(1))) struct BlobDamageTests {
  @Test(arguments: [0, 150_000, 262_143, 262_144, 299_999])
  func `a flipped bit is found, and its photo named`(offset: Int) async throws {
    let store = try await StoreOnDisk()
    StoreOnDisk.flip(store.blobPath(1), at: off_t(offset))
    let report = try store.check()
    #expect(report.findings.map(\.rule) == ["every blob has the bytes of its digest"])
    #expect(report.findings.first?.subject.contains("\(StoreOnDisk.digest(1))") == true)
    #expect(report.findings.first?.subject.contains("\(Sample.photoID(1))") == true)
    #expect(report.blobCount == 2)
    #expect(report.blobByteCount == 300_003)
  }

  @Test func `a damaged blob is not served after a check, and its bytes are kept`() async throws {
    let store = try await StoreOnDisk()
    let path = store.blobPath(1)
    StoreOnDisk.flip(path)
    let damaged = try [UInt8](contentsOfFile: path)
    #expect(try store.check(quarantinesDamage: true).quarantined == [StoreOnDisk.digest(1).description])
    let isServed = try await withStorage(in: store.folder) { storage in
      try (1...2).map { try storage.has(StoreOnDisk.digest($0)) }
    }
    #expect(isServed == [false, true])
    let kept = "\(store.path)/quarantine/\(StoreOnDisk.digest(1).hexadecimal)"
    #expect(try [UInt8](contentsOfFile: kept) == damaged)
    let again = try store.check(quarantinesDamage: true)
    #expect(again.quarantined.isEmpty)
    #expect(again.findings.first?.subject.contains("quarantine") == true)
  }

  @Test func `a damaged file that a service has open gives no bytes any more`() async throws {
    let store = try await StoreOnDisk()
    let path = store.blobPath(1)
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    StoreOnDisk.flip(path)
    _ = try store.check(quarantinesDamage: true)
    var byte: UInt8 = 0
    #expect(pread(descriptor, &byte, 1, 0) == 0)
  }

  @Test func `without room for a copy the damaged file itself is moved aside`() async throws {
    let store = try await StoreOnDisk()
    StoreOnDisk.flip(store.blobPath(1))
    let files = FaultyFileSystem()
    files.fail("write", ENOSPC)
    let quarantine = BlobQuarantine(in: try store.upkeep(files: files))
    #expect(try quarantine.take(StoreOnDisk.digest(1), of: [Sample.photoID(1)]))
    #expect(try [UInt8](contentsOfFile: quarantine.path(of: StoreOnDisk.digest(1))).count == 300_000)
    #expect(access(store.blobPath(1), F_OK) != 0)
  }

  @Test func `bytes that are uploaded again replace damaged ones`() async throws {
    let store = try await StoreOnDisk()
    StoreOnDisk.flip(store.blobPath(2))
    _ = try store.check(quarantinesDamage: true)
    try await withStorage(in: store.folder) { _ = try $0.place(StoreOnDisk.bytes[2] ?? []) }
    #expect(try store.check().isSound)
  }

  @Test func `a check changes nothing by default`() async throws {
    let store = try await StoreOnDisk()
    StoreOnDisk.flip(store.blobPath(1))
    let before = store.folder.files(below: "data").filter { !$0.hasPrefix("woof.db-") }
    _ = try store.check()
    #expect(store.folder.files(below: "data").filter { !$0.hasPrefix("woof.db-") } == before)
    #expect(access(store.blobPath(1), F_OK) == 0)
    #expect(store.folder.files(below: "data/spool").isEmpty)
  }

  @Test func `a store is checked beside its service, despite deletions meanwhile`() async throws {
    try await withStorage { storage in
      let account = try await storage.stores.account("ada")
      for number in 1...20 { try await storage.upload(number, by: account, bytes: [UInt8(number)]) }
      let folder = try DataFolder.open(at: storage.path, for: .upkeep)
      async let report = blocking { try StoreCheck(of: folder).report(.bytes) }
      for number in 1...20 { try await storage.stores.edit(Sample.photoID(number), .deletion) }
      #expect(try await report.findings.isEmpty)
      #expect(try await storage.stores.records.photo(Sample.photoID(1))?.isDeleted == true)
    }
  }

  @Test func `a file that no photo needs is counted, and is no finding`() async throws {
    let store = try await StoreOnDisk()
    let digest = Sample.digest(9)
    close(creat(store.layout.path(of: digest), 0o600))
    let report = try store.check()
    #expect(report.isSound)
    #expect(report.orphanCount == 1)
  }

  @Test func `a check that a full disk stops is reported, and leaves nothing`() async throws {
    let store = try await StoreOnDisk()
    let files = FaultyFileSystem()
    files.fail("create", ENOSPC)
    let error = storageError { _ = try StoreCheck(of: try store.upkeep(files: files)).run(.bytes) }
    #expect(error?.code == .noRoom)
    #expect(store.folder.files(below: "data/spool").isEmpty)
  }
}
