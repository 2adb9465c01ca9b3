// SPDX-License-Identifier: Apache-2.0

import TestKit
import Synchronization
import WoofCore
import WoofCryptography
import WoofModel
import WoofStorage

/// Favourites through the embedded store, each awaited by its caller, with an observer.
struct StoreFavourites {
  private let load: FavouriteLoad
  private let storage: EmbeddedStorage
  private let observer = CountingObserver()

  init(in path: String, load: FavouriteLoad) throws {
    self.load = load
    storage = try EmbeddedStorage(in: DataFolder.open(at: path, for: .service))
    storage.records.addObserver(observer)
  }

  private var store: EmbeddedStore { storage.records }

  /// Gives a line about how it went.
  func run() async throws -> String {
    let accounts = try await makeAccounts()
    let photos = try await makePhotos(of: accounts)
    let deadline = SystemTimeSource().monotonicNanoseconds() + Int64(load.seconds) * 1_000_000_000
    let start = Usage()
    let count = try await withThrowingTaskGroup(of: Int.self) { group in
      for caller in 0..<load.callerCount {
        group.addTask { try await call(caller, photos: photos, accounts: accounts, until: deadline) }
      }
      return try await group.reduce(0, +)
    }
    let line = start.report("store", operationCount: count)
    let statistics = store.statistics
    await storage.close()
    let batches = statistics.batchSizes
    let (folds, copies) = (statistics.foldMicroseconds, statistics.checkpointMicroseconds)
    return """
      \(line)
        \(observer.count.load(ordering: .relaxed)) changes observed, \(batches.count) transactions of \
      \(batches.sum / max(batches.count, 1)) on average, \(statistics.commitMicroseconds.sum / max(batches.count, 1)) µs \
      each; \(folds.count) folds of \(folds.sum / max(folds.count, 1)) µs; \(copies.count) times the log was copied by the \
      writer for \(copies.sum / max(copies.count, 1)) µs; log \(statistics.logByteCount) bytes
      """
  }

  private func call(_ caller: Int, photos: [PhotoID], accounts: [Account], until deadline: Int64) async throws -> Int {
    var numbers = SeededGenerator(seed: UInt64(caller))
    let account = accounts[caller % accounts.count]
    let condition = PhotoCondition(.reading(by: Principal(account)))
    let time = SystemTimeSource()
    var liked = Set<PhotoID>()
    var count = 0
    while time.monotonicNanoseconds() < deadline {
      guard let photo = photos.randomElement(using: &numbers) else { break }
      let isFavourite = liked.insert(photo).inserted
      if !isFavourite { liked.remove(photo) }
      _ = try await store.setFavourite(isFavourite, of: photo, by: account.id, at: time.now(), if: condition)
      count += 1
    }
    return count
  }

  private func makeAccounts() async throws -> [Account] {
    let hash = try PasswordHash(hashing: "woof", cost: PasswordHash.Cost(logarithmOfN: 1))
    var accounts: [Account] = []
    for number in 0..<load.accountCount {
      guard let name = AccountName("account-\(number)") else { continue }
      accounts.append(
        try await store.addAccount(
          name, passwordHash: hash, isAdministrator: false, at: SystemTimeSource().now()))
    }
    return accounts
  }

  private func makePhotos(of accounts: [Account]) async throws -> [PhotoID] {
    let ids = PhotoIDGenerator(time: SystemTimeSource())
    let drafts = (0..<load.photoCount).compactMap { number -> PhotoDraft? in
      guard let digest = Digest(SHA256.digest(of: Array("\(number)".utf8))) else { return nil }
      return PhotoDraft(
        id: ids.next(), owner: Principal(accounts[number % accounts.count]),
        original: PhotoRecord.Original(digest: digest, byteCount: 1, type: .jpeg, width: 4032, height: 3024),
        caption: "A dog at the lake, number \(number)", visibility: .public, createdAt: SystemTimeSource().now())
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for draft in drafts { group.addTask { _ = try await store.addPhoto(draft, idempotency: nil) } }
      try await group.waitForAll()
    }
    return drafts.map(\.id)
  }
}

/// Counts the changes it hears of.
private final class CountingObserver: ChangeObserver {
  let count = Atomic(0)

  func committed(_ changes: [PhotoRecord]) { count.add(changes.count, ordering: .relaxed) }
}
