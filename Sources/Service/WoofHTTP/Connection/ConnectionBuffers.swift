// SPDX-License-Identifier: Apache-2.0

/// The bytes that have been received and not yet used. It holds a block only while there is something in it.
package struct InputBuffer: ~Copyable {
  private let pool: BlockPool
  private var block: UnsafeMutableRawBufferPointer?  // borrowed from the pool
  private var start = 0
  private var end = 0

  init(pool: BlockPool) { self.pool = pool }

  deinit { if let block { pool.give(block) } }

  var isEmpty: Bool { start == end }
  package var count: Int { end - start }

  /// The contents of the buffer, valid until more is received into it or it is released.
  package var bytes: UnsafeRawBufferPointer {
    guard let block else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(rebasing: block[start..<end])
  }

  /// Drops the first bytes.
  package mutating func consume(_ count: Int) {
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
  package mutating func releaseIfEmpty() {
    guard isEmpty, let block else { return }
    pool.give(block)
    self.block = nil
  }
}

/// Bytes that wait to be sent. It holds a block only while there is something in it.
package struct OutputBuffer: ~Copyable {
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

  /// Takes account of a call that was given the contents and other bytes behind them: drops what it took of the contents.
  ///
  /// - Parameter count: The number of bytes that the call took in all.
  /// - Returns: The number of bytes that it took of the others.
  mutating func tookWithMore(_ count: Int) -> Int {
    let own = min(count, self.count)
    if own > 0 { consume(own) }
    return count - own
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
  package mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBytes { append($0) } }

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

/// Blocks of memory that connections of one loop borrow while they have bytes in hand. Confined to its loop.
package final class BlockPool {
  /// The size of a block for heads, in bytes.
  let smallSize: Int
  /// The size of a block for bodies, in bytes.
  static let largeSize = 128 * 1024

  private static let maximalFreeCount = 32
  // Without checks at run time: each is changed in one statement, on the loop.
  @exclusivity(unchecked) private var freeSmall: [UnsafeMutableRawBufferPointer] = []  // owned by the pool
  @exclusivity(unchecked) private var freeLarge: [UnsafeMutableRawBufferPointer] = []  // owned by the pool

  /// Makes an empty pool whose small blocks hold at least so many bytes.
  package init(smallSize: Int) { self.smallSize = max(smallSize, 16 * 1024) }

  deinit {
    for block in freeSmall { block.deallocate() }
    for block in freeLarge { block.deallocate() }
  }

  /// Lends a small block, of ``smallSize`` bytes.
  func takeSmall() -> UnsafeMutableRawBufferPointer { freeSmall.popLast() ?? Self.make(smallSize) }

  /// Lends a large block, of ``largeSize`` bytes.
  func takeLarge() -> UnsafeMutableRawBufferPointer { freeLarge.popLast() ?? Self.make(Self.largeSize) }

  /// Lends a block of at least so many bytes.
  func take(atLeast count: Int) -> UnsafeMutableRawBufferPointer {
    if count <= smallSize { return takeSmall() }
    return count <= Self.largeSize ? takeLarge() : Self.make(count)
  }

  /// Takes a block back.
  func give(_ block: UnsafeMutableRawBufferPointer) {
    if block.count == smallSize, freeSmall.count < Self.maximalFreeCount {
      freeSmall.append(block)
    } else if block.count == Self.largeSize, freeLarge.count < Self.maximalFreeCount {
      freeLarge.append(block)
    } else {
      block.deallocate()
    }
  }

  private static func make(_ count: Int) -> UnsafeMutableRawBufferPointer {
    .allocate(byteCount: count, alignment: 16)
  }
}
