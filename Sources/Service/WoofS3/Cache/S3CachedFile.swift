// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc
internal import WoofCryptography
internal import WoofSystem

/// An object in a file of the cache, opened for reading. It stays readable when the cache lets go of it.
package final class S3CachedFile: Sendable {
  /// The length, in bytes.
  package let byteCount: Int64
  private let file: FileDescriptor

  /// The descriptor, to be read by position only.
  package var descriptor: Int32 { file.number }

  /// Opens a file.
  ///
  /// - Throws: ``WoofSystem/SystemError`` where there is none, or it cannot be read.
  init(_ path: String) throws(SystemError) {
    let number = try SystemCall.check("open") { woof_open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW, 0) }
    file = FileDescriptor(number)
    var status = stat()
    _ = try SystemCall.check("fstat") { fstat(number, &status) }
    byteCount = Int64(status.st_size)
  }

  /// Returns `true` if the bytes have that SHA-256. Blocks.
  ///
  /// - Throws: ``WoofSystem/SystemError`` where they cannot be read.
  func hasDigest(_ digest: [UInt8]) throws -> Bool {
    var running = try SHA256()
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    var offset: Int64 = 0
    while offset < byteCount {
      let count = try SystemCall.check("pread") { pread(file.number, &buffer, buffer.count, off_t(offset)) }
      guard count > 0 else { return false }
      running.update(buffer.span.extracting(first: count).bytes)
      offset += Int64(count)
    }
    return running.finish() == digest
  }
}
