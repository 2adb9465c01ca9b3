// SPDX-License-Identifier: Apache-2.0

public import Synchronization

/// The lock of the module: it guards the state of objects that several threads reach.
///
/// It does not admit its owner twice, so that a call out from under it cannot go unnoticed. A class keeps one beside the
/// properties it guards; unlike a `Mutex` of those properties it lets out values that are not `Sendable`, which
/// subscribers and subscriptions are not.
@usableFromInline struct Lock: ~Copyable, Sendable {
  @usableFromInline let mutex = Mutex(())

  @inlinable init() {}

  /// Performs `body`, which must not call code outside the module, while no other thread is inside.
  ///
  /// In generic classes an `Optional` that does not depend on their parameters comes out in a captured variable, never in
  /// a tuple with a value that does: the metadata of such a tuple takes that of the `Optional` unfinished, and another
  /// thread could meet it so (`Documentation/metadata-race.md`).
  @inline(__always)
  @inlinable func withLock<Result>(_ body: () -> Result) -> Result {
    mutex.withLock { _ in Carried(value: body()) }.value
  }
}

/// A value on its way out of a lock.
@usableFromInline struct Carried<Value>: @unchecked Sendable {  // never leaves the thread that has the lock
  @usableFromInline let value: Value

  @inlinable init(value: Value) {
    self.value = value
  }
}
