// SPDX-License-Identifier: Apache-2.0

extension RawSpan {
  /// The byte at a position, which is checked.
  public func byte(at offset: Int) -> UInt8 {
    unsafeLoad(fromByteOffset: offset, as: UInt8.self)  // every value is valid, and bounds are checked
  }
}
