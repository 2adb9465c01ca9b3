// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofAdministration
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofStorage

/// What administrators see of bytes that were set aside.
@Suite(.timeLimit(.minutes(1))) struct QuarantineTests {
  @Test func `a new store has an empty quarantine`() async throws {
    try await withStorage { (storage) async throws in
      #expect(try storage.blobs.quarantined() == [])
      #expect(try storage.blobs.quarantinedCount() == 0)
      #expect(try storage.blobs.openQuarantined(Sample.digest(1)) == nil)
      #expect(try !storage.blobs.removeQuarantined(Sample.digest(1)))
    }
  }

  @Test func `a damaged blob and a picture are listed with their details`() async throws {
    let store = try await StoreOnDisk()
    StoreOnDisk.flip(store.blobPath(2))
    #expect(try store.check(quarantinesDamage: true).quarantined.count == 1)
    try await withStorage(in: store.folder) { (storage) async throws in
      let picture = try #require(Digest.of([1, 2]))
      let spool = try storage.blobs.makeSpool()
      try spool.append(([1, 2] as [UInt8]).span.bytes)
      #expect(try spool.quarantine(as: picture, by: AccountID(rawValue: 1), note: "plugin Vips died") != nil)
      let found = try storage.blobs.quarantined()
      #expect(Set(found.map(\.digest)) == [picture, StoreOnDisk.digest(2)])
      #expect(try storage.blobs.quarantinedCount() == 2)
      #expect(found.first { $0.cause == .picture }?.note == "plugin Vips died")
      #expect(found.first { $0.cause == .picture }?.byteCount == 2)
      #expect(found.first { $0.cause == .damage }?.byteCount == 3)
      let note = "the bytes have changed on the disk: they are of photo \(Sample.photoID(2))"
      #expect(found.first { $0.cause == .damage }?.note == note)
      #expect(try storage.blobs.openQuarantined(picture)?.byteCount == 2)
      #expect(try storage.blobs.removeQuarantined(picture))
      #expect(try storage.blobs.quarantined().map(\.digest) == [StoreOnDisk.digest(2)])
      #expect(try storage.blobs.removeQuarantined(StoreOnDisk.digest(2)))
      #expect(try SystemFileSystem().names(in: "\(store.path)/quarantine") == [])
    }
  }

  @Test func `a damaged blob shows when the right bytes are back`() async throws {
    let store = try await StoreOnDisk()
    StoreOnDisk.flip(store.blobPath(2))
    _ = try store.check(quarantinesDamage: true)
    try await withStorage(in: store.folder) { (storage) async throws in
      _ = try storage.place(StoreOnDisk.bytes[2] ?? [])
      let note = try #require(try storage.blobs.quarantined().first?.note)
      #expect(note.contains("\(Sample.photoID(2))") && note.hasSuffix("; the right bytes are back"))
    }
  }
}
