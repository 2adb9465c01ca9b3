// SPDX-License-Identifier: Apache-2.0

/// Bytes that wait to be sent. It holds a block only while there is something in it.
struct OutputBuffer: ~Copyable {
  private let pool: BlockPool
  private var block: UnsafeMutableRawBufferPointer?  // borrowed from the pool
  private var start = 0
  private var end = 0

  init(pool: BlockPool) { self.pool = pool }

  deinit { if let block { pool.give(block) } }

  var isEmpty: Bool { start == end }
  var count: Int { end - start }

  /// The bytes that wait, valid until the buffer is changed.
  var bytes: UnsafeRawBufferPointer {
    guard let block else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(rebasing: block[start..<end])
  }

  /// Notes that the first bytes have been sent.
  mutating func consume(_ count: Int) {
    start += count
    guard start == end, let block else { return }
    pool.give(block)
    self.block = nil
    (start, end) = (0, 0)
  }

  /// Appends what `write` writes: it is lent room for at least `count` bytes, and returns how many it used.
  @inline(__always)
  mutating func append(atMost count: Int, _ write: (UnsafeMutableRawPointer) -> Int) {
    guard count > 0, let room = reserve(count) else { return }
    end += write(room)
  }

  /// Appends bytes.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    append(atMost: bytes.count) { room in
      room.copyMemory(from: base, byteCount: bytes.count)
      return bytes.count
    }
  }

  /// Appends bytes.
  mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBytes { append($0) } }

  private mutating func reserve(_ count: Int) -> UnsafeMutableRawPointer? {
    if let block, block.count - end >= count { return block.baseAddress.map { $0 + end } }
    let larger = pool.take(atLeast: max(self.count + count, 2 * self.count))
    larger.copyMemory(from: bytes)
    if let block { pool.give(block) }
    (start, end) = (0, self.count)
    block = larger
    return larger.baseAddress.map { $0 + end }
  }
}
