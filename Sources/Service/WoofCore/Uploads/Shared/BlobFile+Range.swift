// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import WoofModel

extension BlobFile {
  /// Reads a range of the file. Blocks.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` where the file has fewer bytes, or cannot be read.
  func bytes(from start: Int64, count: Int) throws(WoofError) -> [UInt8] {
    let descriptor = descriptor
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      while written < count, let base = buffer.baseAddress {
        let result = pread(descriptor, base + written, count - written, off_t(start) + off_t(written))
        if result < 0, errno == EINTR { continue }
        guard result > 0 else { return }
        written += result
      }
    }
    guard bytes.count == count else { throw WoofError(.internal, "Bytes that were written could not be read.") }
    return bytes
  }
}
