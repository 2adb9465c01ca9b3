// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc
internal import Synchronization
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

extension SpooledFile {
  /// A file that is being written, and goes again unless it is kept.
  final class Writing: Sendable {
    private let path: String
    private let file: FileDescriptor
    private let isKept = Atomic(false)

    /// Makes a file where none is.
    ///
    /// - Throws: ``WoofSystem/SystemError``.
    init(_ path: String) throws(SystemError) {
      self.path = path
      file = FileDescriptor(
        try SystemCall.check("open") { woof_open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) })
    }

    deinit {
      if !isKept.load(ordering: .relaxed) { unlink(path) }
    }

    /// Appends bytes. Blocks.
    ///
    /// - Throws: ``WoofSystem/SystemError``.
    func append(_ bytes: RawSpan) throws(SystemError) {
      var rest = bytes
      while !rest.isEmpty {
        let count = try SystemCall.check("write") {
          rest.withUnsafeBytes { write(file.number, $0.baseAddress, $0.count) }
        }
        rest = rest.extracting(droppingFirst: count)
      }
    }

    /// Lets the file stay.
    func keep() { isKept.store(true, ordering: .relaxed) }
  }
}
