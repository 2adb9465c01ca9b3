// SPDX-License-Identifier: Apache-2.0

/// The amount of a response's content that waits for its reader, which decides when no more of it is asked for. A value.
struct S3ReadAhead: Hashable, Sendable {
  /// From so many bytes that wait on, no more are asked for.
  static let most = 1 << 20
  /// From so few on, more are asked for again.
  static let few = 256 << 10

  /// The number of bytes that wait.
  private(set) var waitingCount = 0
  /// `true` if no more are asked for.
  private(set) var isSuspended = false

  /// Notes bytes that wait.
  ///
  /// - Returns: `true` if no more are to be asked for from now on.
  mutating func add(_ count: Int) -> Bool {
    waitingCount += count
    guard !isSuspended, waitingCount >= Self.most else { return false }
    isSuspended = true
    return true
  }

  /// Notes bytes that the reader has taken.
  ///
  /// - Returns: `true` if more are to be asked for again.
  mutating func take(_ count: Int) -> Bool {
    waitingCount -= count
    guard isSuspended, waitingCount <= Self.few else { return false }
    isSuspended = false
    return true
  }
}
