// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc
internal import WoofSystem

/// A file that is put in parts.
struct UploadedFile: Sendable {
  /// The length, in bytes.
  let byteCount: Int64
  private let descriptor: FileDescriptor

  /// Opens a file.
  ///
  /// - Throws: ``WoofSystem/SystemError`` where it cannot be read.
  init(_ path: String) throws(SystemError) {
    let number = try SystemCall.check("open") { woof_open(path, O_RDONLY | O_CLOEXEC, 0) }
    descriptor = FileDescriptor(number)
    var status = stat()
    _ = try SystemCall.check("fstat") { fstat(number, &status) }
    byteCount = Int64(status.st_size)
  }

  /// Reads bytes of the file, on a thread of its own; fewer at its end.
  ///
  /// - Throws: ``WoofSystem/SystemError`` where they cannot be read.
  func bytes(at offset: Int64, count: Int) async throws(SystemError) -> [UInt8] {
    try await SystemThread.run(named: "woof-s3-part") { read(at: offset, count: count) }.get()
  }

  private func read(at offset: Int64, count: Int) -> Result<[UInt8], SystemError> {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count, let start = buffer.baseAddress {
        do throws(SystemError) {
          let done = try SystemCall.check("pread") {
            pread(descriptor.number, start + filled, count - filled, off_t(offset) + off_t(filled))
          }
          if done == 0 { return }
          filled += done
        } catch {
          failure = error
          return
        }
      }
    }
    return failure.map { .failure($0) } ?? .success(bytes)
  }
}
