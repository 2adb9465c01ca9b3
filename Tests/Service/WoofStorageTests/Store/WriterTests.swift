// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization
import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import WoofStorage
import WoofSQLite

@Suite(.timeLimit(.minutes(2))) struct WriterTests {
  @Test func `queued writes are committed together, and succeed or fail separately`() async throws {
    try await withStorage { storage in
      let account = try await storage.stores.account("ada")
      for number in 1...3 { try await storage.stores.add(number, by: account) }
      let before = storage.records.statistics.batchSizes.count
      try await withBlockedWriter(of: storage, waiting: 4) { group in
        group.addTask { try await storage.stores.like(Sample.photoID(1), by: account) }
        group.addTask {
          await expectProblem(.preconditionFailed) {
            _ = try await storage.records.setFavourite(
              true, of: Sample.photoID(2), by: account.id, at: Sample.time(0), if: .never)
          }
        }
        group.addTask {
          await expectProblem(.preconditionFailed) {
            _ = try await storage.records.updatePhoto(Sample.photoID(2), PhotoEdit(caption: "new"), if: .never)
          }
        }
        group.addTask { try await storage.stores.edit(Sample.photoID(3), PhotoEdit(caption: "new")) }
      }
      // One transaction for whatever held the writer, one for all that had queued behind it.
      #expect(storage.records.statistics.batchSizes.count == before + 2)
      #expect(try await storage.records.photo(Sample.photoID(1))?.favouriteCount == 1)
      #expect(try await storage.records.photo(Sample.photoID(2))?.version == 1)
      #expect(try await storage.records.photo(Sample.photoID(3))?.caption == "new")
    }
  }

  @Test func `favourites and edits of one photo in one transaction all count`() async throws {
    try await withStorage { storage in
      let accounts = try await storage.stores.accounts(6)
      try await storage.stores.add(1, by: accounts[0])
      try await storage.stores.like(Sample.photoID(1), by: accounts[0])
      let observer = RecordingObserver()
      storage.records.addObserver(observer)
      try await withBlockedWriter(of: storage, waiting: 8) { group in
        for account in accounts.dropFirst() {
          group.addTask { try await storage.stores.like(Sample.photoID(1), by: account) }
        }
        group.addTask { try await storage.stores.edit(Sample.photoID(1), PhotoEdit(caption: "both")) }
        group.addTask { try await storage.stores.like(Sample.photoID(1), by: accounts[0], false) }
        group.addTask { try await storage.stores.edit(Sample.photoID(1), PhotoEdit(visibility: .unlisted)) }
      }
      let record = try #require(try await storage.records.photo(Sample.photoID(1)))
      #expect(record.favouriteCount == 5)
      #expect(record.version == 10)
      #expect(record.caption == "both")
      #expect(record.visibility == .unlisted)
      #expect(observer.changes.map(\.sequence) == Array(3...10))
      #expect(observer.changes.map(\.version) == Array(3...10))
      #expect(observer.changes.last == record)
      #expect(try findings(in: crashedCopy(of: storage), .records).isEmpty)
    }
  }

  @Test func `writes beyond the limit are refused without effect`() async throws {
    var configuration = EmbeddedStoreConfiguration()
    configuration.writeQueueLimit = 1
    try await withStorage(configuration: configuration) { storage in
      let account = try await storage.stores.account("ada")
      try await storage.stores.add(1, by: account)
      try await withBlockedWriter(of: storage, waiting: 1) { group in
        group.addTask { try await storage.stores.like(Sample.photoID(1), by: account) }
        await storage.untilWaiting(1)
        await expectProblem(.unavailable) { try await storage.stores.edit(Sample.photoID(1), .deletion) }
      }
      #expect(try await storage.records.photo(Sample.photoID(1))?.isDeleted == false)
    }
  }

  @Test func `reads beyond the limit are refused`() async throws {
    var configuration = EmbeddedStoreConfiguration()
    configuration.readerCount = 1
    configuration.readQueueLimit = 1
    try await withStorage(configuration: configuration) { storage in
      let (entered, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await storage.records.readers.read { _ in
            entered.signal()
            release.wait()
          }
        }
        group.addTask {
          await entered.waitAside()
          async let waiting = storage.records.photo(Sample.photoID(1))
          while storage.records.statistics.readQueueDepth < 1 { await Task.yield() }
          await expectProblem(.unavailable) { _ = try await storage.records.photo(Sample.photoID(2)) }
          release.signal()
          _ = try await waiting
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func `the log is copied into the database while writing continues`() async throws {
    var configuration = EmbeddedStoreConfiguration()
    configuration.logByteLimit = 50 * 4096
    try await withStorage(configuration: configuration) { storage in
      let account = try await storage.stores.account("ada")
      var largest = 0
      for number in 0..<400 {
        try await storage.stores.add(number, by: account)
        largest = max(largest, storage.records.statistics.logByteCount)
      }
      #expect(largest > 50 * 4096)
      #expect(largest < 2000 * 4096)
      #expect(storage.records.statistics.logByteCount < largest)
    }
  }
}

/// Holds the writer in an operation while `body` queues others, which are awaited.
///
/// - Parameter count: How many operations `body` queues.
func withBlockedWriter(
  of storage: TestStorage, waiting count: Int, _ body: (inout ThrowingTaskGroup<Void, any Error>) async throws -> Void
) async throws {
  let (entered, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask {
      try await storage.records.writer.write { _ in
        entered.signal()
        release.wait()
      }
    }
    await entered.waitAside()
    do {
      try await body(&group)
      await storage.untilWaiting(count)
    } catch {
      release.signal()
      throw error
    }
    release.signal()
    try await group.waitForAll()
  }
}

extension TestStorage {
  /// Returns when so many operations wait for the writer.
  func untilWaiting(_ count: Int) async {
    while records.statistics.writeQueueDepth < count { await Task.yield() }
  }
}

extension DispatchSemaphore {
  /// Waits on a thread that is not one of Swift's.
  func waitAside() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        self.wait()
        continuation.resume()
      }
    }
  }
}

/// Keeps what it hears.
final class RecordingObserver: ChangeObserver {
  private let heard = Mutex<[PhotoRecord]>([])

  var changes: [PhotoRecord] { heard.withLock { $0 } }

  func committed(_ changes: [PhotoRecord]) { heard.withLock { $0 += changes } }
}
