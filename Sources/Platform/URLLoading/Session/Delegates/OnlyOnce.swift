// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A function of which only the first call counts.
final class OnlyOnce<Value: Sendable>: Sendable {
  private let body: Mutex<(@Sendable (Value) -> Void)?>

  init(_ body: @escaping @Sendable (Value) -> Void) {
    self.body = Mutex(body)
  }

  func callAsFunction(_ value: Value) {
    let body = body.withLock { held in
      defer { held = nil }
      return held
    }
    body?(value)
  }
}
