// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization
internal import WoofCore
internal import WoofModel

/// Tells every loop whether what it remembers of a photo is still true, without a lock: a number for each photo (and for
/// those that share its slot) that grows with every change, before the change is answered.
final class GenerationTable: ChangeObserver {
  private static let slotCount = 1 << 16

  private let generations: SlotArray

  init() { generations = SlotArray(count: Self.slotCount) }

  /// The number of a photo. Read it before reading the photo, and compare it before using what was read.
  func generation(of id: PhotoID) -> UInt32 { generations[Self.slot(of: id)].load(ordering: .acquiring) }

  func committed(_ changes: [PhotoRecord]) {
    for change in changes { generations[Self.slot(of: change.id)].add(1, ordering: .releasing) }
  }

  private static func slot(of id: PhotoID) -> Int {
    // The low word is random; ids made by hand are spread by the multiplication.
    Int(truncatingIfNeeded: ((id.low ^ id.high) &* 0x9E37_79B9_7F4A_7C15) >> 48)
  }
}

/// A fixed number of atomic counters.
private final class SlotArray: @unchecked Sendable {  // the storage never moves, and its elements are atomic
  private let slots: UnsafeMutablePointer<Atomic<UInt32>>  // owned by this object, freed in deinit
  private let count: Int

  init(count: Int) {
    self.count = count
    // Zeroed memory takes up no page before it is used, and most photos are never asked for.
    guard let memory = calloc(count, MemoryLayout<Atomic<UInt32>>.stride) else {
      preconditionFailure("no memory is left for \(count) counters")
    }
    slots = memory.bindMemory(to: Atomic<UInt32>.self, capacity: count)  // a counter of 0 is four bytes of 0
  }

  deinit { free(UnsafeMutableRawPointer(slots)) }  // trivial elements, which need not be deinitialized

  subscript(index: Int) -> Atomic<UInt32> {
    @inline(__always) _read { yield slots[index & (count - 1)] }
  }
}
