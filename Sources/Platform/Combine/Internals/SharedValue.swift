// SPDX-License-Identifier: Apache-2.0

/// A value that is kept in one place, so that copies of it cost no more than a reference.
///
/// A chain of operators is one structure with all their closures in it, each of which a copy would have to retain.
@usableFromInline final class SharedValue<Value> {
  @usableFromInline let value: Value

  @inlinable init(_ value: Value) {
    self.value = value
  }
}
