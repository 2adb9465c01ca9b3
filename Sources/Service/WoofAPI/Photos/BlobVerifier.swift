// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization
internal import WoofCore
internal import WoofCryptography
internal import WoofModel

/// Compares blobs with their digests before their files are sent: at the first read after the start, then once an hour, and
/// when the status of the file shows a write.
///
/// Requests for a blob that is being compared wait for the same result. The results of the last few thousand blobs are
/// kept.
final class BlobVerifier: Sendable {
  /// The time for which a blob that was sound is not looked at again, in nanoseconds: one hour.
  private static let soundTime: Int64 = 3_600_000_000_000
  /// The time for which a blob that was damaged is not looked at again, in nanoseconds: one minute.
  private static let damagedTime: Int64 = 60_000_000_000
  /// The number of blobs whose findings are kept.
  private static let findingLimit = 65_536

  private struct Key: Hashable, Sendable {
    let digest: Digest
    let stamp: FileStamp
  }

  private struct Finding: Sendable {
    let isSound: Bool
    let end: Int64
  }

  private struct State {
    var findings = TwoGenerationCache<Key, Finding>(costLimit: findingLimit)
    var running: [Key: Task<Finding, any Error>] = [:]
  }

  private let workers: WorkerPool
  private let time: any TimeSource
  private let log: LogSink
  private let state = Mutex(State())
  private let verifiedCount = Atomic(0)
  private let damagedCount = Atomic(0)

  init(workers: WorkerPool, time: any TimeSource, log: LogSink) {
    self.workers = workers
    self.time = time
    self.log = log
  }

  /// Returns `true` if a proof has not expired and its file looks as it did then.
  ///
  /// Runs on a loop, for every response.
  func holds(_ proof: BlobProof) -> Bool {
    time.monotonicNanoseconds() < proof.end && FileStamp(of: proof.file) == proof.stamp
  }

  /// Makes sure that a file has the bytes of a digest.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` where it has not, or cannot be read.
  func proof(of file: any BlobFile, digest: Digest) async throws -> BlobProof {
    guard let stamp = FileStamp(of: file) else { throw Self.unreadable }
    let finding = try await finding(of: file, digest: digest, stamp)
    guard finding.isSound else { throw Self.damaged }
    return BlobProof(file: file, stamp: stamp, end: finding.end)
  }

  /// The bytes of a file that is to be answered from memory.
  ///
  /// - Throws: As ``proof(of:digest:)``.
  func bytes(of file: any BlobFile, digest: Digest) async throws -> [UInt8] {
    let (bytes, isSound) = try await workers.run {
      let bytes = try BlobReader.bytes(of: file)
      return (bytes, Digest(SHA256.digest(of: bytes)) == digest)
    }
    guard isSound else {
      noteDamage(of: digest)
      throw Self.damaged
    }
    return bytes
  }

  private func finding(of file: any BlobFile, digest: Digest, _ stamp: FileStamp) async throws -> Finding {
    let (now, key) = (time.monotonicNanoseconds(), Key(digest: digest, stamp: stamp))
    let (known, running) = state.withLock { state -> (Finding?, Task<Finding, any Error>?) in
      if let known = state.findings.value(for: key, cost: { _ in 1 }), now < known.end { return (known, nil) }
      if let running = state.running[key] { return (nil, running) }
      let task = Task { try await self.look(at: file, as: key) }
      state.running[key] = task
      return (nil, task)
    }
    if let known { return known }
    guard let running else { throw Self.unreadable }
    return try await running.value
  }

  private func look(at file: any BlobFile, as key: Key) async throws -> Finding {
    defer { state.withLock { $0.running[key] = nil } }
    var isSound = try await BlobReader.hasDigest(key.digest, file, on: workers)
    if !isSound {
      // Once more, from the disk: what was wrong may have been what was in memory.
      _ = posix_fadvise(file.descriptor, 0, 0, POSIX_FADV_DONTNEED)
      isSound = try await BlobReader.hasDigest(key.digest, file, on: workers)
    }
    verifiedCount.add(1, ordering: .relaxed)
    if !isSound { noteDamage(of: key.digest) }
    let end = time.monotonicNanoseconds() + (isSound ? Self.soundTime : Self.damagedTime)
    let finding = Finding(isSound: isSound, end: end)
    state.withLock { $0.findings.insert(finding, for: key, cost: 1) }
    return finding
  }

  private func noteDamage(of digest: Digest) {
    damagedCount.add(1, ordering: .relaxed)
    log.note(
      .error,
      "bytes have changed on the disk and are not answered; a derived image is made anew, and a photo is repaired from a "
        + "backup: woof check --repair --from BACKUP; look for more by: woof check",
      ["digest": "\(digest)"])
  }

  private static var unreadable: WoofError { WoofError(.internal, "The bytes of this photo could not be read.") }

  /// The error of bytes that are not those of their digest.
  static var damaged: WoofError {
    WoofError(
      .internal, "The bytes of this photo are damaged; its owner can upload them again, or the operator restores them.",
      cause: BlobDamage())
  }
}

extension BlobVerifier: MetricSource {
  func write(to text: inout MetricsText) {
    text.single(
      "woof_blobs_verified_total", .counter, "Blobs that were compared with their digests before they were answered.",
      verifiedCount.load(ordering: .relaxed))
    text.single(
      "woof_blobs_refused_total", .counter, "Of those, the ones that were damaged and are not answered.",
      damagedCount.load(ordering: .relaxed))
  }
}

/// The proof that a file had the bytes of its digest, with its end and the status of the file at that time.
struct BlobProof: Sendable {
  let file: any BlobFile
  let stamp: FileStamp
  /// The time at which it expires, on the monotonic clock, in nanoseconds.
  let end: Int64
}

/// The identity, length and times of an open file, which change whenever something writes to it.
struct FileStamp: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64
  private let byteCount: Int64
  /// The time at which its bytes last changed; `touched` covers all other changes too.
  private let changed: Moment
  private let touched: Moment

  private struct Moment: Hashable, Sendable {
    let seconds: Int
    let nanoseconds: Int
  }

  /// Looks at a file; `nil` where the system does not tell.
  init?(of file: any BlobFile) {
    var status = stat()
    guard fstat(file.descriptor, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
    byteCount = Int64(status.st_size)
    changed = Moment(seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
    touched = Moment(seconds: status.st_ctim.tv_sec, nanoseconds: status.st_ctim.tv_nsec)
  }
}
