// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import WoofModel

extension BlobFile {
  /// Hands over all bytes in order, part by part. Blocks.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` where they cannot be read, and what `body` throws.
  func forEachPart(_ body: (RawSpan) throws -> Void) throws {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var offset: Int64 = 0
    while offset < byteCount {
      let count = pread(descriptor, &buffer, buffer.count, off_t(offset))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw PictureDerivation.missingBytes }
      try body(buffer.span.extracting(first: count).bytes)
      offset += Int64(count)
    }
  }
}
