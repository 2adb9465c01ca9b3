// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc
internal import WoofCryptography
internal import WoofModel
internal import WoofSQLite

/// Reads all blobs again, in the order of their digests and a part at a time, and finds those that have changed on the
/// disk. Confined to the maintenance thread.
final class BlobScrub {
  /// The result of a step.
  enum Step: Hashable {
    /// So many bytes were read; there is more to do.
    case read(Int)
    /// A blob does not have the bytes of its digest.
    case damaged(NeededBlob)
    /// All blobs have been looked at.
    case atEnd
  }

  /// The maximum number of blobs that are read from the records at once.
  private static let blobsAtOnce = 64

  private let examination: BlobExamination
  private let records: Database
  private var last: Digest?
  private var waiting: ArraySlice<NeededBlob> = []
  private var current: BlobBeingRead?
  private var buffer: [UInt8] = []

  /// Starts behind a digest, or at the first blob.
  init(after digest: Digest?, of blobs: FileBlobStore, records: Database) {
    examination = BlobExamination(layout: blobs.layout, files: blobs.files, readsBytes: true)
    self.records = records
    last = digest
  }

  /// Reads the next part.
  ///
  /// - Throws: ``SQLiteError``, ``FileSystemError``; the blob is passed over then.
  func step() throws -> Step {
    guard let reading = try current ?? openNext() else { return .atEnd }
    current = nil
    // Not earlier: where scrubbing is off, nothing is ever read.
    if buffer.isEmpty { buffer = [UInt8](repeating: 0, count: FileReading.partSize) }
    let count = try reading.readPart(into: &buffer)
    guard count == 0 else {
      current = reading
      return .read(count)
    }
    guard reading.finish() != reading.blob.digest else { return .read(0) }
    // Read as a whole once more, so that nothing is taken for damage that happened in memory.
    var second = FileReading()
    let condition = try examination.condition(of: reading.blob, &second) { _ in }
    return condition.isDamage ? .damaged(reading.blob) : .read(0)
  }

  private func openNext() throws -> BlobBeingRead? {
    if waiting.isEmpty { waiting = try records.neededBlobs(after: last, limit: Self.blobsAtOnce)[...] }
    while let blob = waiting.popFirst() {
      last = blob.digest
      // One that is not there has been deleted meanwhile, or is missing, which it cannot become less.
      if let reading = try BlobBeingRead(blob, examination) { return reading }
      if waiting.isEmpty { waiting = try records.neededBlobs(after: last, limit: Self.blobsAtOnce)[...] }
    }
    return nil
  }
}

/// A blob of which some has been read.
private final class BlobBeingRead {
  let blob: NeededBlob
  private let descriptor: Int32
  private let files: any FileSystem
  private let isUsed: Bool
  private var hash: SHA256?
  private var offset: off_t = 0

  /// Opens a blob; `nil` where there is none.
  init?(_ blob: NeededBlob, _ examination: BlobExamination) throws {
    self.blob = blob
    files = examination.files
    hash = try SHA256()
    guard let descriptor = try files.openFile(at: examination.layout.path(of: blob.digest)) else { return nil }
    self.descriptor = descriptor
    isUsed = woof_is_in_memory(descriptor) != 0
  }

  deinit {
    // What nobody else uses does not stay in the system's page cache.
    if !isUsed { _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED) }
    files.close(descriptor)
  }

  /// Reads the next bytes.
  ///
  /// - Returns: The number of bytes; 0 at the end.
  func readPart(into buffer: inout [UInt8]) throws(FileSystemError) -> Int {
    let count = pread(descriptor, &buffer, buffer.count, offset)
    guard count >= 0 else { throw FileSystemError("read", number: errno) }
    hash?.update(buffer.span.extracting(first: count).bytes)
    offset += off_t(count)
    return count
  }

  /// The digest of all that was read.
  func finish() -> Digest? {
    guard let hash = hash.take() else { return nil }
    return Digest(hash.finish())
  }
}
