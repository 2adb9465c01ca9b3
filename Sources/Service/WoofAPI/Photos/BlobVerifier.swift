// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization
internal import WoofCore
internal import WoofCryptography
internal import WoofHTTP
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

  /// The content of a file, which has been compared with the digest: its bytes up to a length, and the file with the proof
  /// beyond that.
  ///
  /// - Throws: As ``proof(of:digest:)``.
  func content(
    of file: any BlobFile, digest: Digest, inlineLimit: Int
  ) async throws -> (HTTPContent, BlobProof?) {
    guard file.byteCount <= inlineLimit else {
      let proof = try await proof(of: file, digest: digest)
      return (.file(HTTPFileRegion(owner: file, descriptor: file.descriptor, offset: 0, count: file.byteCount)), proof)
    }
    return (.bytes(HTTPBytes(try await bytes(of: file, digest: digest))), nil)
  }

  /// The bytes of a file that is to be sent from memory.
  ///
  /// - Throws: As ``proof(of:digest:)``.
  private func bytes(of file: any BlobFile, digest: Digest) async throws -> [UInt8] {
    let (bytes, isSound) = try await workers.run {
      let bytes = try BlobReader.bytes(of: file)
      return (bytes, Digest(SHA256.digest(of: bytes)) == digest)
    }
    guard isSound else {
      noteDamage(of: digest, in: file)
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
    if !isSound { noteDamage(of: key.digest, in: file) }
    let end = time.monotonicNanoseconds() + (isSound ? Self.soundTime : Self.damagedTime)
    let finding = Finding(isSound: isSound, end: end)
    state.withLock { $0.findings.insert(finding, for: key, cost: 1) }
    return finding
  }

  private func noteDamage(of digest: Digest, in file: any BlobFile) {
    file.discard()
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

/// Says of a ``WoofModel/WoofError`` that the bytes of a blob are not those of its digest.
struct BlobDamage: Error, Hashable {}

extension PictureDerivation {
  /// A variant whose bytes are those of its digest, and what `check` made of them. One that turns out to be damaged is made
  /// anew, once, and takes the place of what is damaged.
  ///
  /// - Parameters:
  ///   - check: Compares a file with a digest.
  ///   - checkingOriginal: Throws where the original is damaged too: nothing is derived from it then.
  /// - Throws: As ``WoofCore/PictureDerivation/variant(_:of:insteadOf:)``, and what the two closures throw.
  func soundVariant<Checked>(
    _ name: String, of record: PhotoRecord, check: (any BlobFile, Digest) async throws -> Checked,
    checkingOriginal: () async throws -> Void
  ) async throws -> (variant: PhotoRecord.Variant, checked: Checked) {
    let (variant, file) = try await variant(name, of: record)
    do {
      return (variant, try await check(file, variant.digest))
    } catch let error as WoofError where error.cause is BlobDamage {
      try await checkingOriginal()
    }
    let (renewed, renewedFile) = try await self.variant(name, of: record, insteadOf: variant.digest)
    return (renewed, try await check(renewedFile, renewed.digest))
  }
}

/// Reads blobs. Blocks, but for ``hasDigest(_:_:on:)``.
enum BlobReader {
  /// The number of bytes of a blob that are read before the work of others has its turn: 8 MiB.
  private static let turnByteCount: Int64 = 8 << 20

  /// Compares a blob with a digest.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` where the file cannot be read, or `unavailable`.
  static func hasDigest(_ digest: Digest, _ file: any BlobFile, on workers: WorkerPool) async throws -> Bool {
    guard let check = try DigestCheck(AnnouncedDigests(sha256: digest)) else { return false }
    var start: Int64 = 0
    repeat {
      let range = start..<min(start + turnByteCount, file.byteCount)
      try await workers.run { try forEachPart(ofFile: file.descriptor, in: range) { check.update($0) } }
      start = range.upperBound
    } while start < file.byteCount
    do throws(WoofError) {
      try check.finish()
      return true
    } catch {
      guard error.code == .digestMismatch else { throw error }
      return false
    }
  }

  /// Hands over all bytes of a file, part by part.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` where the file is shorter than it was; what `body` throws.
  static func forEachPart(of file: any BlobFile, _ body: (RawSpan) throws -> Void) throws {
    try forEachPart(ofFile: file.descriptor, in: 0..<file.byteCount, body)
  }

  /// Hands over some bytes of an open file, part by part.
  ///
  /// - Throws: As ``forEachPart(of:_:)``.
  static func forEachPart(
    ofFile descriptor: Int32, in range: Range<Int64>, _ body: (RawSpan) throws -> Void
  ) throws {
    var buffer = [UInt8](repeating: 0, count: Int(min(256 * 1024, Int64(range.count))))
    var offset = range.lowerBound
    while offset < range.upperBound {
      let count = pread(descriptor, &buffer, min(buffer.count, Int(range.upperBound - offset)), off_t(offset))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw WoofError(.internal, "Bytes that were written could not be read.") }
      try body(buffer.span.extracting(first: count).bytes)
      offset += Int64(count)
    }
  }

  /// All bytes of a file.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` where the file is shorter than it was.
  static func bytes(of file: any BlobFile) throws -> [UInt8] {
    let count = Int(file.byteCount)
    var isWhole = true
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      while written < count {
        let result = pread(file.descriptor, buffer.baseAddress.map { $0 + written }, count - written, off_t(written))
        if result < 0, errno == EINTR { continue }
        guard result > 0 else {
          isWhole = false
          return
        }
        written += result
      }
    }
    guard isWhole else { throw WoofError(.internal, "The bytes of this photo could not be read.") }
    return bytes
  }
}
