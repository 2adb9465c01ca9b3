// SPDX-License-Identifier: Apache-2.0

/// The bytes that have been received and not yet used. It holds a block only while there is something in it.
struct InputBuffer: ~Copyable {
  private let pool: BlockPool
  private var block: UnsafeMutableRawBufferPointer?  // borrowed from the pool
  private var start = 0
  private var end = 0

  init(pool: BlockPool) { self.pool = pool }

  deinit { if let block { pool.give(block) } }

  var isEmpty: Bool { start == end }
  var count: Int { end - start }

  /// The contents of the buffer, valid until more is received into it or it is released.
  var bytes: UnsafeRawBufferPointer {
    guard let block else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(rebasing: block[start..<end])
  }

  /// Drops the first bytes.
  mutating func consume(_ count: Int) {
    start += count
    if start == end { (start, end) = (0, 0) }
  }

  /// Room to receive into. An empty buffer takes a block for it, a large one for the bytes of a body. Empty where the
  /// buffer is full.
  mutating func room(forBody: Bool) -> UnsafeMutableRawBufferPointer {
    if isEmpty, forBody, let small = block, small.count == pool.smallSize {
      pool.give(small)
      block = nil
    }
    let block = block ?? (forBody ? pool.takeLarge() : pool.takeSmall())
    self.block = block
    if end == block.count, start > 0, let base = block.baseAddress {
      base.copyMemory(from: base + start, byteCount: count)
      (start, end) = (0, count)
    }
    return UnsafeMutableRawBufferPointer(rebasing: block[end...])
  }

  /// Notes that bytes have been received into the room.
  mutating func received(_ count: Int) { end += count }

  /// Gives the block back where there is nothing in it.
  mutating func releaseIfEmpty() {
    guard isEmpty, let block else { return }
    pool.give(block)
    self.block = nil
  }
}
