// SPDX-License-Identifier: Apache-2.0

import CCurl
import Foundation

/// The methods by which libcurl takes content and reports what was sent; each runs inside one of libcurl's calls.
extension Transfer {
  /// Fills a buffer with content; gives how many bytes, or a sign for libcurl.
  func readBody(into buffer: UnsafeMutableRawBufferPointer) -> Int {  // lent for this call
    stage.lastProgress = pool.loop.now
    guard let body, observer != nil else { return Int(CURL_READFUNC_ABORT) }
    switch body.read(into: buffer) {
    case .count(let count): return count
    case .end: return 0
    case .wait:
      flow.isSourceWaiting = true
      return Int(CURL_READFUNC_PAUSE)
    case .failed(let error):
      cause = .body(error)
      return Int(CURL_READFUNC_ABORT)
    }
  }

  /// Content has to be sent again from an offset.
  func rewindBody(to offset: Int64) -> Bool {
    guard let body, body.seek(to: offset) else {
      cause = mayBeRepeated ? .bodyCannotBeRepeated : .cannotRepeat
      return false
    }
    return true
  }

  /// So much content has been sent until now.
  func hasSent(_ count: Int64) {
    guard count != sentCount else { return }
    sentCount = count
    stage.sentTime = TransferClock.monotonicNanoseconds
    stage.lastProgress = pool.loop.now
    observer?.transfer(self, didSend: count, of: request.body.count)
  }
}
