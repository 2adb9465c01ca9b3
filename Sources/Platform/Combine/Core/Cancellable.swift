// SPDX-License-Identifier: Apache-2.0

/// A protocol indicating that an activity or action supports cancellation.
public protocol Cancellable {
  /// Cancels the activity.
  ///
  /// Frees what the activity holds and stops its side effects. Cancelling what has been cancelled already does nothing.
  func cancel()
}

extension Cancellable {
  /// Stores this cancellable in a collection, for as long as which it stays uncancelled.
  public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
    AnyCancellable(self).store(in: &collection)
  }

  /// Stores this cancellable in a set, for as long as which it stays uncancelled.
  public func store(in set: inout Set<AnyCancellable>) {
    AnyCancellable(self).store(in: &set)
  }
}
