// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Values that threads of a test write down.
final class Recorded<Value> {
  private let lock = NSLock()
  private var values: [Value] = []

  /// All values so far.
  var all: [Value] {
    lock.lock()
    defer { lock.unlock() }
    return values
  }

  /// Writes a value down.
  ///
  /// - Returns: How many there are by now.
  @discardableResult
  func append(_ value: Value) -> Int {
    lock.lock()
    defer { lock.unlock() }
    values.append(value)
    return values.count
  }
}
