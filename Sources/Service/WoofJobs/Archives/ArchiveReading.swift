// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Dispatch
internal import Glibc
internal import Synchronization
internal import WoofCore
internal import WoofCryptography
internal import WoofModel
internal import WoofSystem

/// Reads an archive from its first byte to its last, as it would be sent, and computes the digest of it. Blocks.
///
/// It asks nobody who may read the photos: nobody is told the digest but those who get the archive.
struct ArchiveReading {
  /// The error of an archive that is not there any more as it was laid out: a photo has gone, or its bytes are others.
  struct Changed: Error {}

  /// The number of bytes that are read at once.
  static let partByteCount = 256 * 1024
  /// The number of entries of the directory that are made at once.
  private static let directoryWindowCount = 512

  private let archive: PhotoArchive
  private let blobs: any BlobStore
  private let known: [Digest: UInt32]
  /// Is told of each part that was read how many bytes it has, and whether they are part of the archive or were read for
  /// a check value only.
  private let note: (_ byteCount: Int, _ counts: Bool) throws -> Void
  private var buffer = [UInt8](repeating: 0, count: partByteCount)

  /// The check values that were not known before.
  private(set) var computed: [Digest: UInt32] = [:]

  init(
    _ archive: PhotoArchive, in blobs: any BlobStore, checkValues known: [Digest: UInt32],
    note: @escaping (_ byteCount: Int, _ counts: Bool) throws -> Void
  ) {
    self.archive = archive
    self.blobs = blobs
    self.known = known
    self.note = note
  }

  /// Reads all of it.
  ///
  /// - Throws: ``Changed``; ``WoofModel/WoofError`` where a photo cannot be read; what `note` throws.
  mutating func digest() throws -> Digest {
    var hash = try SHA256()
    for index in archive.entries.indices {
      let entry = archive.entries[index]
      guard let file = try blobs.open(entry.digest) ?? fetch(entry.digest), file.byteCount == entry.byteCount
      else { throw Changed() }
      let expected = try checkValue(of: entry, file)
      hash.update(archive.layout.header(at: index, check: expected).span.bytes)
      var check = CRC32()
      try read(file, counts: true) { part in
        hash.update(part)
        check.update(part)
      }
      guard check.value == expected else { throw Changed() }
    }
    for start in stride(from: 0, to: archive.entries.count, by: Self.directoryWindowCount) {
      var bytes: [UInt8] = []
      for index in start..<min(start + Self.directoryWindowCount, archive.entries.count) {
        guard let check = value(of: archive.entries[index].digest) else { throw Changed() }
        bytes += archive.layout.directoryEntry(at: index, check: check)
      }
      hash.update(bytes.span.bytes)
    }
    hash.update(archive.layout.end.span.bytes)
    guard let digest = Digest(hash.finish()) else { throw Changed() }
    return digest
  }

  /// Fetches a blob that is not on this machine. Nobody else waits for this thread.
  private func fetch(_ digest: Digest) throws -> (any BlobFile)? {
    let (blobs, fetched) = (blobs, FetchedBlob())
    Task {
      do { fetched.end(.success(try await blobs.fetch(digest))) } catch { fetched.end(.failure(error)) }
    }
    return try fetched.wait()
  }

  private func value(of digest: Digest) -> UInt32? { known[digest] ?? computed[digest] }

  /// The check value of an entry; where it is not known, that of its bytes, if they are those of the entry's digest.
  private mutating func checkValue(of entry: ArchiveEntry, _ file: any BlobFile) throws -> UInt32 {
    if let known = value(of: entry.digest) { return known }
    var check = CRC32()
    var hash = try SHA256()
    try read(file, counts: false) { part in
      check.update(part)
      hash.update(part)
    }
    guard Digest(hash.finish()) == entry.digest else { throw Changed() }
    computed[entry.digest] = check.value
    return check.value
  }

  /// Hands over all bytes of a file, and leaves the system's page cache as it was.
  private mutating func read(_ file: any BlobFile, counts: Bool, _ body: (RawSpan) throws -> Void) throws {
    let isUsed = woof_is_in_memory(file.descriptor) != 0
    _ = posix_fadvise(file.descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
    defer { if !isUsed { _ = posix_fadvise(file.descriptor, 0, 0, POSIX_FADV_DONTNEED) } }
    var offset: Int64 = 0
    while offset < file.byteCount {
      let count = pread(file.descriptor, &buffer, min(buffer.count, Int(file.byteCount - offset)), off_t(offset))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Changed() }
      try body(buffer.span.extracting(first: count).bytes)
      offset += Int64(count)
      try note(count, counts)
    }
  }
}

/// A blob that a task fetches for a thread that waits.
private final class FetchedBlob: Sendable {
  private let result = Mutex<Result<(any BlobFile)?, any Error>>(.success(nil))
  private let isThere = DispatchSemaphore(value: 0)

  /// Ends the wait.
  func end(_ outcome: Result<(any BlobFile)?, any Error>) {
    result.withLock { $0 = outcome }
    isThere.signal()
  }

  /// Waits for the blob. Blocks.
  func wait() throws -> (any BlobFile)? {
    isThere.wait()
    return try result.withLock { try $0.get() }
  }
}
