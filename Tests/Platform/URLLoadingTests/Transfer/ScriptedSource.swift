// SPDX-License-Identifier: Apache-2.0

import Synchronization

@testable import URLLoading

/// Gives pieces of content; for a `nil` it says that there is nothing yet.
final class ScriptedSource: TransferBodySource, @unchecked Sendable {  // `whenEmpty` is set before the transfer begins
  struct Failure: Error {}

  /// Called when there is nothing yet.
  var whenEmpty: @Sendable () -> Void = {}
  private let pieces: Mutex<[String?]>
  private let failsAtEnd: Bool

  init(pieces: [String?], failsAtEnd: Bool = false) {
    self.pieces = Mutex(pieces)
    self.failsAtEnd = failsAtEnd
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> TransferBodyRead {
    let next: [String?] = pieces.withLock { pieces in
      defer { pieces = Array(pieces.dropFirst()) }
      return Array(pieces.prefix(1))
    }
    guard let next = next.first else { return failsAtEnd ? .failed(Failure()) : .end }
    guard let text = next else {
      whenEmpty()
      return .wait
    }
    buffer.copyBytes(from: text.utf8)
    return .count(text.utf8.count)
  }
}
