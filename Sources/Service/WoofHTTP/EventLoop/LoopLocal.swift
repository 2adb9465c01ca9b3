// SPDX-License-Identifier: Apache-2.0

/// One value for each loop of a group, so that loops share nothing and lock nothing.
///
/// A loop's value is touched on that loop's thread only; elsewhere it traps.
@usableFromInline
package final class LoopLocal<Value>: @unchecked Sendable {  // each value is touched on its own loop only
  @usableFromInline
  final class Slot {
    @usableFromInline var value: Value

    init(_ value: consuming Value) { self.value = value }
  }

  @usableFromInline let loops: [EventLoop]
  @usableFromInline let slots: [Slot]

  /// Makes the values of all loops of a group.
  package init(_ group: EventLoopGroup, _ make: (EventLoop) -> sending Value) {
    loops = group.loops
    slots = group.loops.map { Slot(make($0)) }
  }

  /// Calls `body` with the value of the current loop, which must be one of the group's.
  @inlinable
  package func withValue<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    try body(&currentSlot.value)
  }

  @inlinable var currentSlot: Slot {
    guard let loop = EventLoop.current, loop.index < loops.count, loops[loop.index] === loop else {
      preconditionFailure("A value of a loop is used on another thread.")
    }
    return slots[loop.index]
  }

  /// Calls `body` with the value of each loop, on that loop's thread, soon. May be called from anywhere.
  package func forEach(_ body: @escaping @Sendable (inout Value) -> Void) {
    for loop in loops {
      loop.execute { self.withValue(body) }
    }
  }
}
