// SPDX-License-Identifier: Apache-2.0

import TestKit
import Glibc
import Synchronization
import WoofCore
import WoofModel
import WoofStorage
import WoofSystem

/// Measures what a backup costs those who read and write meanwhile, and what a second one takes that is based on it.
struct BackupLoad {
  let photoCount: Int
  let byteCount: Int
  let path: String

  func run() async throws {
    var store = try await FilledStore(at: "\(path)/data")
    try await store.add(photoCount, byteCount: byteCount)
    sync()
    print("\(photoCount) photos of \(byteCount) bytes; reading a record and its bytes, and favourites, at a time:")
    let load = StoreLoad(store)
    let folder = store.folder
    print(try await load.measure("without a backup", for: 10))
    for turn in 1...2 {
      let name = "beside backup \(turn)"
      let target = "\(path)/backup-\(turn)"
      let outcome = try await load.measure(name) {
        BackgroundThread.stepBack()
        return try Self.backUp(folder, to: target, since: nil)
      }
      print(outcome)
      print(try await load.measure("without a backup", for: 10))
    }
    for (turn, added) in [100, 1000, 10_000].enumerated() {
      try await store.add(added, byteCount: byteCount)
      print(
        "\(added) photos more: "
          + (try Self.backUp(
            folder, to: "\(path)/later-\(turn)", since: "\(path)/backup-1")))
    }
    try await compare(store)
    await store.storage.close()
    store.folder.close()
  }

  /// Backs up.
  ///
  /// - Returns: What it did.
  static func backUp(_ folder: DataFolder, to target: String, since: String?) throws -> String {
    let start = SystemTimeSource().monotonicNanoseconds()
    let upkeep = try DataFolder.open(at: folder.path, for: .upkeep)
    let summary = try StoreBackup(of: upkeep).run(to: .folder(target, since: since))
    let milliseconds = (SystemTimeSource().monotonicNanoseconds() - start) / 1_000_000
    return "\(summary.copiedCount) blobs copied, \(summary.linkedCount) linked, in \(milliseconds) ms"
  }

  /// Restores the last backup, and compares what is in it with what was backed up.
  private func compare(_ store: FilledStore) async throws {
    _ = try StoreRestore(from: "\(path)/later-2").run(into: "\(path)/restored")
    let folder = try DataFolder.open(at: "\(path)/restored", for: .service)
    let findings = try StoreCheck(of: folder).run(.bytes)
    let restored = try EmbeddedStorage(in: folder)
    var differences = 0
    for photo in store.photos {
      let found = try await restored.records.photo(photo.id)
      if found?.original != photo.original || found?.caption != photo.caption { differences += 1 }
    }
    await restored.close()
    folder.close()
    print("restored: \(store.photos.count) photos, \(differences) that differ, \(findings.count) findings of a check")
  }
}

/// Readers and a writer that use a store as clients do, and note how long they wait.
struct StoreLoad {
  private static let readerCount = 4
  private let records: EmbeddedStore
  private let blobs: FileBlobStore
  private let photos: [PhotoRecord]
  private let account: AccountID

  init(_ store: FilledStore) {
    records = store.storage.records
    blobs = store.storage.blobs
    photos = store.photos
    account = store.account.id
  }

  /// Measures for so many seconds.
  func measure(_ name: String, for seconds: UInt32) async throws -> String {
    try await measure(name) {
      sleep(seconds)
      return ""
    }
  }

  /// Measures while work is done, on a thread of its own.
  ///
  /// - Returns: A line about it.
  func measure(_ name: String, while work: @escaping @Sendable () throws -> String) async throws -> String {
    let isOver = Flag()
    let workers = WorkerPool(name: "backup", threadCount: 1, queueLimit: 1)
    async let outcome = workers.run {
      defer { isOver.set() }
      return try work()
    }
    let (reads, writes) = try await withThrowingTaskGroup(of: (isRead: Bool, waits: [Int64]).self) { group in
      for reader in 0..<Self.readerCount { group.addTask { (true, try await read(as: reader, until: isOver)) } }
      group.addTask { (false, try await like(until: isOver)) }
      return try await group.reduce(into: ([Int64](), [Int64]())) {
        if $1.isRead { $0.0 += $1.waits } else { $0.1 += $1.waits }
      }
    }
    return "  \(name): reads \(Self.summary(reads)); writes \(Self.summary(writes)); \(try await outcome)"
  }

  private func read(as reader: Int, until isOver: Flag) async throws -> [Int64] {
    var numbers = SeededGenerator(seed: UInt64(reader))
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var waits: [Int64] = []
    let time = SystemTimeSource()
    while !isOver.isSet {
      guard let photo = photos.randomElement(using: &numbers) else { break }
      let start = time.monotonicNanoseconds()
      guard let record = try await records.photo(photo.id), let file = try blobs.open(record.original.digest),
        pread(file.descriptor, &buffer, buffer.count, 0) > 0
      else { throw POSIXFailure(number: ENOENT) }
      waits.append(time.monotonicNanoseconds() - start)
      // So many a second as a busy service answers, and not as many as there can be.
      try await Task.sleep(for: .milliseconds(1))
    }
    return waits
  }

  private func like(until isOver: Flag) async throws -> [Int64] {
    var numbers = SeededGenerator(seed: 99)
    var waits: [Int64] = []
    let time = SystemTimeSource()
    while !isOver.isSet {
      guard let photo = photos.randomElement(using: &numbers) else { break }
      let start = time.monotonicNanoseconds()
      _ = try await records.setFavourite(Bool.random(using: &numbers), of: photo.id, by: account, at: time.now())
      waits.append(time.monotonicNanoseconds() - start)
      try await Task.sleep(for: .milliseconds(5))
    }
    return waits
  }

  private static func summary(_ waits: [Int64]) -> String {
    let sorted = waits.sorted()
    func part(_ share: Double) -> Int64 { sorted.isEmpty ? 0 : sorted[Int(Double(sorted.count - 1) * share)] / 1000 }
    return "\(sorted.count), p50 \(part(0.5)) µs, p99 \(part(0.99)) µs, p99.9 \(part(0.999)) µs"
  }
}

/// Says to several tasks that it is time to end.
final class Flag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .relaxed) }

  func set() { value.store(true, ordering: .relaxed) }
}
