// SPDX-License-Identifier: Apache-2.0

import Synchronization

@testable import WoofObjectStorage

/// The events that an operator was told.
final class Events: Sendable {
  private let events = Mutex<[ObjectStorageEvent]>([])

  /// All of them.
  var all: [ObjectStorageEvent] { events.withLock(\.self) }

  /// Notes one.
  func note(_ event: ObjectStorageEvent) { events.withLock { $0.append(event) } }
}
