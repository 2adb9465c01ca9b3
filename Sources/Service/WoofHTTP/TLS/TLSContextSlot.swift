// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Holds the context that new connections of a listener take. Reloading puts a new one in; connections keep theirs.
final class TLSContextSlot: Sendable {
  private let context: Mutex<TLSContext>

  init(_ context: TLSContext) { self.context = Mutex(context) }

  /// The context for a new connection.
  var current: TLSContext { context.withLock { $0 } }

  /// Puts a new context in.
  func replace(with new: TLSContext) { context.withLock { $0 = new } }
}
