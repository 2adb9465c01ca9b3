// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofAdministration
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofStorage
import WoofSQLite

@Suite(.timeLimit(.minutes(2))) struct VariantBlobTests {
  private static let dog: [UInt8] = [1, 2, 3]

  @Test func `a variant's blob is kept as long as a photo has the variant`() async throws {
    try await withStorage { storage in
      let account = try await storage.stores.account("ada")
      for number in 1...2 { try await storage.upload(number, by: account, bytes: [UInt8(number)]) }
      let variant = try await keep([9, 9], of: [1, 2], in: storage)
      #expect(try await storage.storage.collectGarbage() == 0)
      #expect(try await storage.storage.sweepOrphans() == 0)
      _ = try await storage.records.dropVariants(["thumb"], of: Sample.photoID(1))
      #expect(try await storage.storage.collectGarbage() == 0)
      #expect(try storage.has(variant.digest))
      try await storage.stores.edit(Sample.photoID(2), .deletion)
      try await storage.storage.collectGarbage()
      #expect(try !storage.has(variant.digest))
      #expect(try findings(in: crashedCopy(of: storage)).isEmpty)
    }
  }

  @Test func `the blob of a replaced variant is removed`() async throws {
    try await withStorage { storage in
      let account = try await storage.stores.account("ada")
      try await storage.upload(1, by: account, bytes: [1])
      let first = try await keep([9, 9], of: [1], in: storage)
      let second = try await keep([9, 8], of: [1], in: storage)
      try await storage.storage.collectGarbage()
      #expect(try !storage.has(first.digest))
      #expect(try storage.has(second.digest))
      #expect(try findings(in: crashedCopy(of: storage)).isEmpty)
    }
  }

  @Test func `a variant can have the bytes of its original`() async throws {
    try await withStorage { storage in
      let account = try await storage.stores.account("ada")
      let photo = try await storage.upload(1, by: account, bytes: [1, 2])
      _ = try await keep([1, 2], of: [1], in: storage)
      _ = try await storage.records.dropVariants(["thumb"], of: photo.id)
      try await storage.storage.collectGarbage()
      #expect(try storage.has(photo.original.digest))
      #expect(try findings(in: crashedCopy(of: storage)).isEmpty)
    }
  }

  @Test func `a backup contains the variants, and a check finds a missing one`() async throws {
    let folder = try TemporaryFolder()
    let variant = try await withStorage(in: folder) { storage in
      let account = try await storage.stores.account("ada")
      try await storage.upload(1, by: account, bytes: [1])
      return try await keep([9, 9], of: [1], in: storage)
    }
    let data = try DataFolder.open(at: "\(folder.path)/data", for: .upkeep)
    let summary = try StoreBackup(of: data).run(to: .folder("\(folder.path)/backup", since: nil))
    #expect(summary.manifest.blobCount == 2)
    unlink(BlobLayout(root: data.blobsPath).path(of: variant.digest))
    let found = try findings(in: folder, .lengths)
    #expect(found.map(\.rule) == ["every blob is there in full"])
    #expect(found.first?.subject.contains("\(Sample.photoID(1))") == true)
  }

  @Test(arguments: [true, false])
  func `a repair forgets a variant with lost or damaged bytes, and queues its photo`(
    isDamaged: Bool
  ) async throws {
    let folder = try TemporaryFolder()
    let (variant, before) = try await withStorage(in: folder) { storage in
      let account = try await storage.stores.account("ada")
      for number in 1...3 { try await storage.upload(number, by: account, bytes: [UInt8(number)]) }
      let variant = try await keep([9, 9], of: [1, 2], in: storage)
      return (variant, try #require(try await storage.records.photo(Sample.photoID(1))))
    }
    let data = try DataFolder.open(at: "\(folder.path)/data", for: .service)
    let path = BlobLayout(root: data.blobsPath).path(of: variant.digest)
    if isDamaged { StoreOnDisk.flip(path) } else { unlink(path) }
    let outcome = try StoreRepair(of: data).run(.bytes)
    #expect(outcome.forgottenVariantCount == 2)
    #expect(outcome.after.findings == [])
    #expect(outcome.repaired == outcome.before.findings)
    data.close()
    try await withStorage(in: folder) { storage in
      let waiting = try await storage.records.dueDerivations(at: Sample.time(0), limit: 9).map(\.photo)
      #expect(waiting == [Sample.photoID(1), Sample.photoID(2)])
      let record = try #require(try await storage.records.photo(Sample.photoID(1)))
      #expect(record.variants.isEmpty)
      #expect(record.placeholder == before.placeholder)
      #expect(record.version == before.version + 1)
      #expect(try await storage.records.photo(Sample.photoID(2))?.sequence == storage.records.latestSequence)
      _ = try await keep([9, 9], of: [1, 2], in: storage)
      try await storage.storage.collectGarbage()
      #expect(try storage.has(variant.digest))
    }
    #expect(try findings(in: folder, .bytes).isEmpty)
  }

  @Test func `a repair does not forget a lost original, even if a variant has the same bytes`() async throws {
    let folder = try TemporaryFolder()
    let photo = try await withStorage(in: folder) { storage in
      let photo = try await storage.upload(1, by: try await storage.stores.account("ada"), bytes: [1, 2])
      _ = try await keep([1, 2], of: [1], in: storage)
      return photo
    }
    let data = try DataFolder.open(at: "\(folder.path)/data", for: .service)
    unlink(BlobLayout(root: data.blobsPath).path(of: photo.original.digest))
    let outcome = try StoreRepair(of: data).run(.bytes)
    #expect(outcome.forgottenVariantCount == 1)
    #expect(outcome.after.findings.count == 1)
  }

  @Test(arguments: [
    ("every blob is referred to as often", "DELETE FROM variant"),
    ("every original and every variant has a blob", "UPDATE variant SET digest = x'00'"),
    ("a variant and its blob agree", "UPDATE variant SET byte_count = 17"),
    ("a deleted photo has no bytes", "UPDATE photo SET is_deleted = 1"),
    ("a deleted photo says nothing more", "UPDATE photo SET is_deleted = 1"),
  ])
  func `each broken invariant of derivatives is found, and repaired where it is in tables`(
    _ rule: String, _ damage: String
  ) async throws {
    let folder = try TemporaryFolder()
    try await withStorage(in: folder) { storage in
      let account = try await storage.stores.account("ada")
      try await storage.upload(1, by: account, bytes: [1])
      _ = try await keep([9, 9], of: [1], in: storage)
    }
    do {
      let database = try Database(
        path: "\(folder.path)/data/woof.db",
        settings: DatabaseSettings(cacheByteCount: 1 << 20, busyTimeout: .seconds(1)))
      try database.execute(damage)
    }
    #expect(try findings(in: folder, .records).contains { $0.rule.hasPrefix(rule) })
    guard rule.hasPrefix("every blob is referred") else { return }
    let data = try DataFolder.open(at: "\(folder.path)/data", for: .service)
    #expect(try StoreRepair(of: data).run(.records).after.isSound)
  }

  @Test func `spooled bytes can be read before and after they are placed`() async throws {
    try await withStorage { storage in
      let spool = try storage.blobs.makeSpool()
      try spool.append(Self.dog.span.bytes)
      let file = try spool.open()
      #expect(file.byteCount == 3)
      _ = try spool.place(as: try #require(Digest.of(Self.dog)))
      var bytes = [UInt8](repeating: 0, count: 3)
      #expect(pread(file.descriptor, &bytes, 3, 0) == 3)
      #expect(bytes == Self.dog)
    }
  }

  @Test func `quarantined bytes are kept with a note, and are no blob`() async throws {
    try await withStorage { storage in
      let digest = try #require(Digest.of(Self.dog))
      for _ in 1...2 {
        let spool = try storage.blobs.makeSpool()
        try spool.append(Self.dog.span.bytes)
        let path = try #require(try spool.quarantine(as: digest, by: AccountID(rawValue: 1), note: "it bit the vet"))
        #expect(path == "\(storage.path)/quarantine/\(digest.hexadecimal).picture")
        #expect(throws: WoofError.self) { try spool.append(Self.dog.span.bytes) }
      }
      #expect(try !storage.has(digest))
      #expect(try storage.spooled().isEmpty)
      let names = try SystemFileSystem().names(in: "\(storage.path)/quarantine")
      #expect(Set(names) == ["\(digest.hexadecimal).picture", "\(digest.hexadecimal).txt"])
    }
  }

  @Test func `an account's oldest pictures give way to its own, and not to those of others`() async throws {
    try await withStorage { storage in
      let first = try setAside(0, by: 7, in: storage)
      for number in 1...12 { _ = try setAside(number, by: 8, in: storage) }
      let kept = Set(try storage.blobs.quarantined().map(\.digest))
      #expect(kept.count == 11)
      #expect(kept.contains(first))
      #expect(try (1...2).allSatisfy { !kept.contains(try #require(Digest.of([UInt8($0)]))) })
      #expect(try storage.blobs.quarantined().first { $0.digest == first }?.note == "number 0")
      #expect(try storage.spooled().isEmpty)
    }
  }

  private func setAside(_ number: Int, by account: Int64, in storage: TestStorage) throws -> Digest {
    let bytes = [UInt8(number)]
    let digest = try #require(Digest.of(bytes))
    let spool = try storage.blobs.makeSpool()
    try spool.append(bytes.span.bytes)
    _ = try spool.quarantine(as: digest, by: AccountID(rawValue: account), note: "number \(number)")
    return digest
  }

  private func keep(
    _ bytes: [UInt8], of numbers: [Int], in storage: TestStorage
  ) async throws -> PhotoRecord.Variant {
    let (digest, hold) = try storage.place(bytes)
    var variant = Sample.variant(1)
    variant.digest = digest
    variant.byteCount = Int64(bytes.count)
    for number in numbers {
      _ = try await storage.records.keep(
        PhotoDerivatives(placeholder: "YQ==", variants: ["thumb": variant]), of: Sample.photoID(number), .unchanged)
    }
    withExtendedLifetime(hold) {}
    return variant
  }
}
