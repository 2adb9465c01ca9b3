// SPDX-License-Identifier: Apache-2.0

/// The conditions that keep the bytes of a transfer from coming and going.
struct FlowControl {
  /// Somebody has paused the transfer.
  var isPaused = false
  /// The observer has not taken what came.
  var isHeld = false
  /// The source of the content has nothing yet.
  var isSourceWaiting = false
  /// The handshake waits for somebody to judge the server's certificate.
  var isJudged = false

  var holdsReceiving: Bool { isPaused || isHeld }
  var holdsSending: Bool { isPaused || isSourceWaiting }
  /// `true` if this side is the reason for which nothing comes or goes.
  var holdsAnything: Bool { holdsReceiving || isSourceWaiting || isJudged }
}
