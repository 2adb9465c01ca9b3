// SPDX-License-Identifier: Apache-2.0

/// Blocks of memory that connections of one loop borrow while they have bytes in hand. Confined to its loop.
final class BlockPool {
  /// The size of a block for heads, in bytes.
  let smallSize: Int
  /// The size of a block for bodies, in bytes.
  static let largeSize = 128 * 1024

  private static let maximalFreeCount = 32
  private var freeSmall: [UnsafeMutableRawBufferPointer] = []  // owned by the pool while they are in the list
  private var freeLarge: [UnsafeMutableRawBufferPointer] = []  // owned by the pool while they are in the list

  /// Makes an empty pool whose small blocks hold at least so many bytes.
  init(smallSize: Int) { self.smallSize = max(smallSize, 16 * 1024) }

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
