// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Synchronization
internal import WoofCore
internal import WoofModel
internal import WoofSystem
internal import WoofSQLite

/// Compares the blobs that the records need with the files that are there, two at a time, and of each no more than a
/// part in memory.
struct BlobAudit {
  /// The number of threads that read blobs. One waits for the disk while the other computes; more would only slow down
  /// the threads that serve requests.
  private static let threadCount = 2
  /// The maximum number of blobs that are read from the records at once.
  private static let blobsAtOnce = 512
  /// The maximum number of findings kept of each kind; each names something that somebody may want back.
  private static let findingLimit = 10_000

  let folder: DataFolder
  let records: Database
  let depth: StoreCheck.Depth
  /// The quarantine for damaged blobs; `nil` to leave them in place.
  let quarantine: BlobQuarantine?

  /// Looks at all blobs.
  func run(_ report: inout StoreReport, _ progress: @escaping StorageProgress.Observer) throws {
    let (count, byteCount) = try records.neededBlobs()
    let meter = Meter(total: byteCount, progress)
    var last: Digest?
    while case let blobs = try records.neededBlobs(after: last, limit: Self.blobsAtOnce), !blobs.isEmpty {
      for (blob, condition) in zip(blobs, try conditions(of: blobs, meter)) where condition != .sound {
        try note(blob, condition, in: &report)
      }
      last = blobs.last?.digest
    }
    report.blobCount = count
    report.blobByteCount = byteCount
  }

  private func conditions(of blobs: [NeededBlob], _ meter: Meter) throws -> [BlobCondition] {
    let examination = BlobExamination(
      layout: BlobLayout(root: folder.blobsPath), files: folder.files, readsBytes: depth == .bytes)
    let next = Atomic(0)
    let results = Mutex([Result<BlobCondition, any Error>?](repeating: nil, count: blobs.count))
    let readers = DispatchGroup()
    for _ in 0..<Self.threadCount {
      readers.enter()
      // Threads of its own are as nice as this one; those of Dispatch serve others as well.
      SystemThread.start(named: "check") {
        defer { readers.leave() }
        var reading = FileReading()
        while case let index = next.wrappingAdd(1, ordering: .relaxed).oldValue, index < blobs.count {
          let result = Result { try examination.condition(of: blobs[index], &reading, note: meter.add) }
          results.withLock { $0[index] = result }
          // One that failed fails all of them.
          if case .failure = result { next.store(blobs.count, ordering: .relaxed) }
        }
      }
    }
    readers.wait()
    let found = results.withLock { $0 }
    for case .failure(let error)? in found { throw error }
    return try found.map { try $0?.get() ?? .sound }
  }

  private func note(_ blob: NeededBlob, _ condition: BlobCondition, in report: inout StoreReport) throws {
    let photos = try records.photos(ofBlob: blob.digest)
    var subject = "\(blob.digest) \(condition.description(of: blob.byteCount))"
    if !photos.isEmpty { subject += ", of photo \(photos.map(\.description).joined(separator: ", "))" }
    if condition.isDamage, let quarantine, try quarantine.take(blob.digest, of: photos) {
      report.quarantined.append(blob.digest.description)
      subject += "; moved to \(quarantine.path(of: blob.digest))"
    } else if condition == .missing, try quarantine?.has(blob.digest) ?? false {
      subject += "; its damaged bytes are in quarantine"
    }
    report.note(StoreCheck.Finding(rule: condition.promise, subject: subject), limit: Self.findingLimit)
  }

  /// Adds up what all threads have done.
  private final class Meter: Sendable {
    private let done = Atomic<Int64>(0)
    private let total: Int64
    private let observer: StorageProgress.Observer

    init(total: Int64, _ observer: @escaping StorageProgress.Observer) {
      self.total = total
      self.observer = observer
    }

    func add(_ byteCount: Int) throws {
      let done = done.wrappingAdd(Int64(byteCount), ordering: .relaxed).newValue
      try observer(StorageProgress(.checkingBlobs, done: done, total: total))
    }
  }
}
