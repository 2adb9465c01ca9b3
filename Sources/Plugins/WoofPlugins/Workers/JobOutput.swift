// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc
internal import WoofSystem

/// The memory that images of a job are written to. It has a fixed size, and is copied out, never mapped: the worker may
/// still write to it.
struct JobOutput {
  let memory: FileDescriptor

  /// Makes memory; `nil` where the system has none left.
  init?(byteCount: Int64) {
    let number = woof_make_fixed_memory("woof-output", byteCount)
    guard number >= 0 else { return nil }
    memory = FileDescriptor(number)
  }

  /// A copy of bytes; `nil` where there are not as many.
  func copy(offset: Int64, count: Int) -> [UInt8]? {
    guard count >= 0, count <= 1 << 31 else { return nil }
    var isWhole = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in  // filled by pread as far as it says
      while filled < count {
        let result = pread(
          memory.number, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(offset) + filled)
        if result < 0 && errno == EINTR { continue }
        guard result > 0 else { return }
        filled += result
      }
      isWhole = true
    }
    return isWhole ? bytes : nil
  }
}
