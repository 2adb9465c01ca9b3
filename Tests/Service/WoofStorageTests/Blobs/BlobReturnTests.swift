// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization
import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import ServiceTestKit
@testable import WoofStorage

/// What becomes of garbage that is uploaded again while it is being collected.
@Suite(.timeLimit(.minutes(1))) struct BlobReturnTests {
  @Test func `a blob that returns after garbage was listed is kept`() async throws {
    let files = FaultyFileSystem()
    try await withStorage(files: files) { storage in
      let account = try await storage.stores.account("ada")
      let contents: [[UInt8]] = [[1], [2]]
      for (number, bytes) in contents.enumerated() { try await storage.upload(number, by: account, bytes: bytes) }
      let hasReturned = Mutex(false)
      files.decide { call, _ in
        // The first blob is about to be unlinked; the other one, which was listed with it, comes back now.
        let isFirst =
          call.name == "unlink"
          && !hasReturned.withLock { value in
            defer { value = true }
            return value
          }
        if isFirst { storage.uploadWhateverIsLeft(of: contents, by: account) }
        return .success
      }
      try await storage.onOneTransaction { transaction in
        for number in 0..<2 { _ = try transaction.updatePhoto(Sample.photoID(number), .deletion, if: .presence) }
      }
      try await storage.storage.collectGarbage()
      files.heal()
      #expect(hasReturned.withLock { $0 })
      #expect(try findings(in: crashedCopy(of: storage)).isEmpty)
      #expect(try await storage.records.photo(Sample.photoID(7))?.isDeleted == false)
    }
  }

  @Test func `a blob that is recorded again before its row is removed keeps the row`() async throws {
    try await withStorage { storage in
      let account = try await storage.stores.account("ada")
      let photo = try await storage.upload(1, by: account, bytes: [1])
      try await storage.onOneTransaction { transaction in
        try transaction.forgetBlobs([photo.original.digest])
      }
      #expect(try findings(in: crashedCopy(of: storage)).isEmpty)
    }
  }
}

extension TestStorage {
  /// Does something in one transaction of the writer, so that nothing happens between its steps.
  fileprivate func onOneTransaction(_ work: @escaping @Sendable (inout WriteTransaction) throws -> Void) async throws {
    try await records.writer.write(work)
  }

  /// Uploads, as photo 7, whichever of the contents is still there. Blocks.
  fileprivate func uploadWhateverIsLeft(of contents: [[UInt8]], by owner: Principal) {
    let finished = DispatchSemaphore(value: 0)
    for bytes in contents {
      guard let digest = Digest.of(bytes), (try? has(digest)) == true, let hold = try? place(bytes).1 else { continue }
      var draft = Sample.draft(7, by: owner)
      draft.original.digest = digest
      draft.original.byteCount = Int64(bytes.count)
      let photo = draft
      records.writer.enqueue(
        { try $0.addPhoto(photo, RenderedAnnotations(of: photo), idempotency: nil) },
        completion: { _ in finished.signal() })
      finished.wait()
      withExtendedLifetime(hold) {}
    }
  }
}
