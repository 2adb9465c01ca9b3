// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import Testing
import WoofAdministration
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofStorage
import WoofSQLite

@Suite(.timeLimit(.minutes(1))) struct BlobScrubTests {
  @Test func `a sound store is read from its start to its end`() async throws {
    let store = try await StoreOnDisk()
    let (byteCount, damaged) = try await scrub(store)
    #expect(byteCount == 300_003)
    #expect(damaged.isEmpty)
  }

  @Test func `a flipped bit is found`() async throws {
    let store = try await StoreOnDisk()
    StoreOnDisk.flip(store.blobPath(1), at: 299_999)
    #expect(try await scrub(store).damaged == [StoreOnDisk.digest(1)])
  }

  @Test func `missing blobs are skipped`() async throws {
    let store = try await StoreOnDisk()
    unlink(store.blobPath(1))
    #expect(try await scrub(store).byteCount == 3)
  }

  private func scrub(_ store: StoreOnDisk) async throws -> (byteCount: Int, damaged: [Digest]) {
    let folder = try DataFolder.open(at: store.path, for: .service)
    let scrub = BlobScrub(after: nil, of: try FileBlobStore(in: folder), records: try store.database())
    var byteCount = 0
    var damaged: [Digest] = []
    while true {
      switch try scrub.step() {
      case .read(let count): byteCount += count
      case .damaged(let blob): damaged.append(blob.digest)
      case .atEnd: return (byteCount, damaged)
      }
    }
  }

  @Test func `a damaged blob is moved aside, counted and reported`() async throws {
    let store = try await StoreOnDisk()
    StoreOnDisk.flip(store.blobPath(1))
    let reported = Mutex<[DamagedBlob]>([])
    let duty = try ScrubbedStore(store) { blob in reported.withLock { $0.append(blob) } }
    try duty.run(rounds: 2)
    let digest = StoreOnDisk.digest(1)
    let path = "\(store.path)/quarantine/\(digest.hexadecimal)"
    #expect(reported.withLock { $0 } == [DamagedBlob(digest: digest, photos: [Sample.photoID(1)], path: path)])
    #expect(
      try duty.blobs.quarantined().map(\.note)
        == ["the bytes have changed on the disk: they are of photo \(Sample.photoID(1))"])
    #expect(duty.meter.current.damagedBlobCount == 1)
    #expect(try !duty.has(digest))
  }

  @Test func `a damaged blob that is being placed is left for the next round`() async throws {
    let store = try await StoreOnDisk()
    StoreOnDisk.flip(store.blobPath(1))
    let duty = try ScrubbedStore(store) { _ in }
    let digest = StoreOnDisk.digest(1)
    var pin: BlobPin? = duty.blobs.pins.pin(digest)
    try duty.run(rounds: 2)
    #expect(try duty.has(digest))
    _ = pin
    pin = nil
    try duty.run(rounds: 2)
    #expect(try !duty.has(digest))
  }

  @Test func `reading keeps to the rate`() {
    var pacing = ScrubPacing(byteRate: 1000, now: 0)
    #expect(pacing.milliseconds(from: 0) == 0)
    pacing.note(byteCount: 500, at: 0)
    #expect(pacing.nextRead == 500_000_000)
    #expect(pacing.milliseconds(from: 0) == 501)
    pacing.note(byteCount: 1000, at: 2_000_000_000)
    #expect(pacing.nextRead == 3_000_000_000)
  }

  @Test func `a rate of zero reads nothing`() {
    var pacing = ScrubPacing(byteRate: 0, now: 0)
    pacing.note(byteCount: 500, at: 0)
    #expect(pacing.milliseconds(from: 0) == nil)
  }

  @Test func `no time overflows`() {
    var pacing = ScrubPacing(byteRate: 1, now: 5)
    pacing.note(byteCount: .max, at: 5)
    #expect(pacing.nextRead == .max)
    #expect(pacing.milliseconds(from: 5) == 3_600_001)
  }
}

/// A store that is scrubbed without a service, at whatever time it is said to be.
private final class ScrubbedStore {
  let blobs: FileBlobStore
  let meter = WriterMeter()
  private let duty: ScrubDuty
  private var now: Int64 = 0

  init(_ store: StoreOnDisk, report: @escaping @Sendable (DamagedBlob) -> Void) throws {
    let folder = try DataFolder.open(at: store.path, for: .service)
    blobs = try FileBlobStore(in: folder)
    var configuration = EmbeddedStoreConfiguration()
    configuration.reportDamage = report
    let database = try store.database()
    duty = ScrubDuty(
      blobs: blobs, records: { database }, quarantine: BlobQuarantine(in: folder), configuration: configuration,
      meter: meter, now: 0)
  }

  /// Goes through all blobs so often.
  func run(rounds: Int64) throws {
    let end = now + rounds * EmbeddedStoreConfiguration().scrubInterval.nanoseconds
    while now < end {
      try duty.runIfDue(at: now)
      now += max(1, Int64(duty.rest(from: now) ?? 0)) * 1_000_000
    }
  }

  func has(_ digest: Digest) throws -> Bool { try blobs.open(digest) != nil }
}

extension StoreOnDisk {
  /// The records, for reading.
  func database() throws -> Database {
    try Database(
      path: "\(path)/woof.db",
      settings: DatabaseSettings(cacheByteCount: 1 << 20, busyTimeout: .seconds(1), isReadOnly: true))
  }
}
