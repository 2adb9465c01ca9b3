// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import WoofCryptography
internal import WoofModel

/// A file of a backup that is being written, and its digest as far as it has come.
final class BackupFile {
  private static let bufferSize = 64 * 1024

  private let descriptor: Int32
  private let files: any FileSystem
  private var buffer: [UInt8] = []
  private var hash: SHA256?

  /// Makes the file, which must not be there yet.
  init(at path: String, in files: any FileSystem) throws {
    self.files = files
    hash = try SHA256()
    descriptor = try files.createFile(at: path)
  }

  deinit { files.close(descriptor) }

  /// Appends a text.
  func append(_ text: String) throws(FileSystemError) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Ends the file.
  ///
  /// - Returns: Its digest.
  /// - Throws: ``FileSystemError``, with `EBADF` where it was ended before.
  func finish() throws(FileSystemError) -> Digest {
    try flush()
    guard let hash = hash.take(), let digest = Digest(hash.finish()) else {
      throw FileSystemError("write", number: EBADF)
    }
    return digest
  }

  private func flush() throws(FileSystemError) {
    hash?.update(buffer.span.bytes)
    try files.writeAll(buffer, to: descriptor)
    buffer.removeAll(keepingCapacity: true)
  }
}
