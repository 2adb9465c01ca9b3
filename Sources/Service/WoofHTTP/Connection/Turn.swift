// SPDX-License-Identifier: Apache-2.0

/// The work that a connection may do before the others of its loop have their turn. Without it, a peer that always has
/// more to send, or always takes more, would keep the loop to itself.
struct Turn {
  /// The bytes of one turn.
  private static let byteCount = 256 * 1024
  /// The cost of a request beside its bytes: handling it takes about as long as moving so many.
  static let requestCost = 8 * 1024

  private var left = byteCount

  /// `true` if the others should have their turn.
  var isOver: Bool { left <= 0 }

  /// Notes that bytes have been moved, or work of that cost been done.
  mutating func spend(_ byteCount: Int) { left -= byteCount }

  /// Begins a new turn.
  mutating func begin() { left = Self.byteCount }
}
