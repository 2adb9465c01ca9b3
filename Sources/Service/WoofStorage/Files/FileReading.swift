// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc
internal import WoofCryptography
internal import WoofModel

/// Reads files from their start to their end, and leaves the system's page cache as it was: what others use stays in it,
/// and what nobody does is not put there.
struct FileReading {
  /// The maximum number of bytes that are read at once.
  static let partSize = 256 * 1024

  private var buffer = [UInt8](repeating: 0, count: partSize)

  /// Hands over the bytes of an open file, part by part.
  ///
  /// - Throws: ``FileSystemError``, and what `body` throws.
  mutating func read(_ descriptor: Int32, _ body: (RawSpan) throws -> Void) throws {
    let isUsed = woof_is_in_memory(descriptor) != 0
    _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
    defer { if !isUsed { _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED) } }
    var offset: off_t = 0
    while true {
      let count = pread(descriptor, &buffer, buffer.count, offset)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileSystemError("read", number: errno) }
      guard count > 0 else { return }
      try body(buffer.span.extracting(first: count).bytes)
      offset += off_t(count)
    }
  }

  /// The digest of an open file.
  ///
  /// - Parameter note: Is told of each part how many bytes it has.
  /// - Throws: ``FileSystemError``, and what `note` throws.
  mutating func digest(of descriptor: Int32, note: (Int) throws -> Void = { _ in }) throws -> Digest? {
    var hash = try SHA256()
    try read(descriptor) { part in
      hash.update(part)
      try note(part.byteCount)
    }
    return Digest(hash.finish())
  }

  /// The digest of a file; `nil` where there is none.
  ///
  /// - Throws: ``FileSystemError``, and what `note` throws.
  mutating func digest(
    ofFileAt path: String, in files: any FileSystem, note: (Int) throws -> Void = { _ in }
  ) throws -> Digest? {
    guard let descriptor = try files.openFile(at: path) else { return nil }
    defer { files.close(descriptor) }
    return try digest(of: descriptor, note: note)
  }

  /// Copies the bytes of one open file to the end of another.
  ///
  /// - Returns: The digest of what was copied.
  /// - Throws: ``FileSystemError``, and what `note` throws.
  mutating func copy(
    _ source: Int32, to target: Int32, in files: any FileSystem, note: (Int) throws -> Void = { _ in }
  ) throws -> Digest? {
    var hash = try SHA256()
    try read(source) { part in
      hash.update(part)
      try part.withUnsafeBytes { try files.writeAll($0, to: target) }
      try note(part.byteCount)
    }
    return Digest(hash.finish())
  }
}
