// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc
import WoofCore
package import WoofModel

/// The bytes of a picture as a file that lies in memory, has no name, and is for reading only: for programs that have no
/// blob store. It is gone with this object.
package final class PictureMemory: BlobFile {
  /// The descriptor, to be read by position only.
  package let descriptor: Int32
  /// The length in bytes.
  package let byteCount: Int64

  /// Puts bytes into memory.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `insufficient-storage` where the system has none left.
  package init(_ bytes: [UInt8]) throws(WoofError) {
    byteCount = Int64(bytes.count)
    let writing = woof_make_fixed_memory("picture", byteCount)
    guard writing >= 0 else { throw Self.failure }
    defer { close(writing) }
    guard pwrite(writing, bytes, bytes.count, 0) == bytes.count else { throw Self.failure }
    descriptor = woof_open("/proc/self/fd/\(writing)", O_RDONLY | O_CLOEXEC, 0)
    guard descriptor >= 0 else { throw Self.failure }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  private static var failure: WoofError {
    WoofError(.insufficientStorage, "The picture cannot be kept in memory: \(String(cString: strerror(errno))).")
  }
}
