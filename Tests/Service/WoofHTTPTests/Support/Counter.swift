// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A number that several threads count in.
final class Counter: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .sequentiallyConsistent) }
  func add(_ number: Int) { count.add(number, ordering: .sequentiallyConsistent) }
}
