// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc
internal import WoofCore
internal import WoofSystem

/// A file of the spool, opened for reading.
final class SpooledFile: BlobFile {
  let byteCount: Int64
  private let file: FileDescriptor

  var descriptor: Int32 { file.number }

  /// Opens a file.
  ///
  /// - Throws: ``WoofSystem/SystemError`` where there is none, or it cannot be read.
  init(reading path: String) throws(SystemError) {
    let number = try SystemCall.check("open") { woof_open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW, 0) }
    file = FileDescriptor(number)
    var status = stat()
    _ = try SystemCall.check("fstat") { fstat(number, &status) }
    byteCount = Int64(status.st_size)
  }

  /// Hands over all bytes in order, run by run. Blocks.
  ///
  /// - Throws: ``WoofSystem/SystemError`` where they cannot be read, and what `body` throws.
  func read(_ body: (RawSpan) throws -> Void) throws {
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    var offset: Int64 = 0
    while offset < byteCount {
      let count = try SystemCall.check("pread") { pread(file.number, &buffer, buffer.count, off_t(offset)) }
      guard count > 0 else { throw SystemError(call: "pread", number: EIO) }
      try body(buffer.span.extracting(first: count).bytes)
      offset += Int64(count)
    }
  }
}
