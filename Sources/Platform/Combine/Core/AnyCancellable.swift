// SPDX-License-Identifier: Apache-2.0

/// A type-erasing cancellable object that cancels when it goes away.
///
/// It may be cancelled from any thread, from several at once, and from within what it cancels: the action runs once.
public final class AnyCancellable: Cancellable, Hashable, @unchecked Sendable {  // mutable state is behind the lock
  private let lock = Lock()
  private var action: (() -> Void)?

  /// Makes a cancellable that performs `cancel`, once, when it is cancelled or released.
  public init(_ cancel: @escaping () -> Void) {
    action = cancel
  }

  /// Makes a cancellable that cancels `canceller`, once, when it is cancelled or released.
  public init<C: Cancellable>(_ canceller: C) {
    action = canceller.cancel
  }

  deinit {
    action?()
  }

  /// Cancels the activity, unless that has been done.
  public func cancel() {
    let pending = lock.withLock { action.take() }
    pending?()
  }

  /// Returns `true` if both are the same object.
  public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool {
    lhs === rhs
  }

  /// Hashes the identity of this object.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }

  /// Stores this cancellable in a collection.
  public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
    collection.append(self)
  }

  /// Stores this cancellable in a set.
  public func store(in set: inout Set<AnyCancellable>) {
    set.insert(self)
  }
}
