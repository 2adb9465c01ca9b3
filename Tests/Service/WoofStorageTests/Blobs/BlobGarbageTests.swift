// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import ServiceTestKit
@testable import TestKit
@testable import WoofStorage

@Suite(.timeLimit(.minutes(2))) struct BlobGarbageTests {
  @Test func `a blob is removed with the last photo that has its bytes`() async throws {
    try await withStorage { storage in
      let accounts = try await storage.stores.accounts(2)
      let first = try await storage.upload(1, by: accounts[0], bytes: [1, 2, 3])
      try await storage.upload(2, by: accounts[1], bytes: [1, 2, 3])
      try await storage.stores.edit(Sample.photoID(1), .deletion)
      try await storage.storage.collectGarbage()
      #expect(try storage.has(first.original.digest))
      try await storage.stores.edit(Sample.photoID(2), .deletion)
      try await storage.storage.collectGarbage()
      #expect(try !storage.has(first.original.digest))
      #expect(try storage.spooled().isEmpty)
      #expect(try findings(in: crashedCopy(of: storage)).isEmpty)
    }
  }

  @Test func `a blob that is being uploaded again is not removed`() async throws {
    try await withStorage { storage in
      let account = try await storage.stores.account("ada")
      let photo = try await storage.upload(1, by: account, bytes: [1, 2, 3])
      let (digest, hold) = try storage.place([1, 2, 3])
      #expect(digest == photo.original.digest)
      try await storage.stores.edit(photo.id, .deletion)
      #expect(try await storage.storage.collectGarbage() == 0)
      #expect(try storage.has(digest))
      var draft = Sample.draft(2, by: account)
      draft.original = photo.original
      _ = try await storage.records.addPhoto(draft, idempotency: nil)
      withExtendedLifetime(hold) {}
      try await storage.storage.collectGarbage()
      #expect(try storage.has(digest))
      #expect(try findings(in: crashedCopy(of: storage)).isEmpty)
    }
  }

  @Test func `unrecorded blobs are removed once nothing holds them`() async throws {
    try await withStorage { storage in
      var placed: (Digest, any BlobHold)? = try storage.place([7])
      let digest = try #require(placed?.0)
      #expect(try await storage.storage.sweepOrphans() == 0)
      placed = nil
      #expect(try await storage.storage.sweepOrphans() == 1)
      #expect(try !storage.has(digest))
    }
  }

  @Test func `a sweep keeps recorded blobs and other files`() async throws {
    try await withStorage { storage in
      let account = try await storage.stores.account("ada")
      let photo = try await storage.upload(1, by: account, bytes: [1])
      let stranger = "\(storage.blobs.layout.folder(of: photo.original.digest))/README"
      SystemFileSystem().close(try SystemFileSystem().createFile(at: stranger))
      #expect(try await storage.storage.sweepOrphans() == 0)
      #expect(try storage.has(photo.original.digest))
      #expect(try SystemFileSystem().byteCount(at: stranger) == 0)
    }
  }

  @Test func `garbage collection survives a crash at any of its steps`() async throws {
    for step in 0..<12 {
      let files = FaultyFileSystem()
      let (copy, digest) = try await withStorage(files: files) { storage in
        let account = try await storage.stores.account("ada")
        let photo = try await storage.upload(1, by: account, bytes: [1, 2, 3])
        try await storage.upload(2, by: account, bytes: [4])
        files.die(at: step)
        try await storage.stores.edit(photo.id, .deletion)
        _ = try? await storage.storage.collectGarbage()
        files.heal()
        return (try crashedCopy(of: storage), photo.original.digest)
      }
      try await withStorage(in: copy) { storage in
        try await storage.storage.collectGarbage()
        #expect(try !storage.has(digest), "step \(step)")
        #expect(try storage.spooled().isEmpty, "step \(step)")
      }
      #expect(try findings(in: copy).isEmpty, "step \(step)")
    }
  }

  @Test func `photos deleted and uploaded again at once keep their bytes`() async throws {
    try await withStorage { storage in
      let accounts = try await storage.stores.accounts(4)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, account) in accounts.enumerated() {
          group.addTask {
            for round in 0..<8 {
              let number = index * 100 + round
              try await storage.upload(number, by: account, bytes: [9, 9])
              try await storage.stores.edit(Sample.photoID(number), .deletion)
            }
            try await storage.upload(index * 100 + 99, by: account, bytes: [9, 9])
          }
        }
        group.addTask { for _ in 0..<20 { try await storage.storage.collectGarbage() } }
        try await group.waitForAll()
      }
      #expect(try findings(in: crashedCopy(of: storage)).isEmpty)
    }
  }

  @Test func `the spool is emptied at the start`() async throws {
    let folder = try TemporaryFolder()
    try await withStorage(in: folder) { _ in }
    SystemFileSystem().close(try SystemFileSystem().createFile(at: "\(folder.path)/data/spool/17"))
    let left = try await withStorage(in: folder) { storage in try storage.spooled() }
    #expect(left.isEmpty)
  }
}
