// SPDX-License-Identifier: Apache-2.0

/// The account of a body that a closure writes: the bytes that are left of its length, where that was announced, and
/// whether it was finished. Every protocol keeps one for each such body.
struct StreamedBody: Hashable {
  private var left: Int64?
  private var isFinished = false

  /// Makes the account of a body of so many bytes; `nil` where nobody knows how many.
  init(count: Int64?) { left = count }

  /// `true` if the body has been finished and has the length that was announced.
  var isComplete: Bool { isFinished && (left ?? 0) == 0 }

  /// Takes note of bytes that are written.
  ///
  /// - Throws: `connectionLost` where the body has been finished; `tooLarge` where it would be longer than announced.
  mutating func write(_ count: some BinaryInteger) throws(HTTPBodyError) {
    guard !isFinished else { throw .connectionLost }
    guard let left else { return }
    guard left >= count else { throw .tooLarge(limit: left) }
    self.left = left - Int64(count)
  }

  /// Ends the body.
  mutating func finish() { isFinished = true }

  /// Notes that the closure failed: the body is not complete, whatever it said before.
  mutating func fail() { isFinished = false }
}
