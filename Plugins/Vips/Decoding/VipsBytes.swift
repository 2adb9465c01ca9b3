// SPDX-License-Identifier: Apache-2.0

import CVips

/// Bytes that libvips has made.
struct VipsBytes: ~Copyable {
  private let bytes: woof_vips_bytes

  /// Takes them over.
  ///
  /// - Throws: ``VipsFault`` where there are none.
  init(_ bytes: woof_vips_bytes) throws(VipsFault) {
    guard bytes.start != nil else { throw VipsFault() }
    self.bytes = bytes
  }

  deinit { woof_vips_free(bytes.start) }

  /// Lends the bytes to a closure.
  func withSpan<Result, Failure>(_ body: (RawSpan) throws(Failure) -> Result) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: bytes.start, count: bytes.count).bytes)
  }
}
