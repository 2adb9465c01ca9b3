// SPDX-License-Identifier: Apache-2.0

/// Content on its way to a reader. It belongs to one side at a time.
@usableFromInline
final class ByteChunk: @unchecked Sendable {  // handed over: never used by two threads at a time
  @usableFromInline let base: UnsafeMutablePointer<UInt8>
  let capacity: Int
  @usableFromInline var count = 0

  init(capacity: Int) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  var room: Int { capacity - count }

  /// Adds bytes, for which there is room.
  func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress, bytes.count <= room else { return }
    UnsafeMutableRawPointer(base + count).copyMemory(from: source, byteCount: bytes.count)
    count += bytes.count
  }

  /// Adds a byte, for which there is room.
  func append(_ byte: UInt8) {
    base[count] = byte
    count += 1
  }
}
