// SPDX-License-Identifier: Apache-2.0

import CDeflate

/// Returns what one member of gzip (RFC 1952) holds, of which nothing is left over.
///
/// - Throws: ``TestFailure`` where the bytes are something else, or hold more than 16 MB.
func gunzip(_ bytes: [UInt8]) throws -> [UInt8] {
  guard let decompressor = libdeflate_alloc_decompressor() else { throw TestFailure("no memory") }
  defer { libdeflate_free_decompressor(decompressor) }
  var (consumed, count) = (0, 0)
  let limit = 16 << 20
  let content = try [UInt8](unsafeUninitializedCapacity: limit) { room, initializedCount in
    let result = libdeflate_gzip_decompress_ex(
      decompressor, bytes, bytes.count, room.baseAddress, room.count, &consumed, &count)
    guard result == LIBDEFLATE_SUCCESS, consumed == bytes.count else { throw TestFailure("no gzip: \(result)") }
    initializedCount = count
  }
  return content
}
