// SPDX-License-Identifier: Apache-2.0

import CCurl

extension EasyHandle {
  /// Begins to watch that something comes or goes, where the request wants that.
  func watchIdleTime() {
    guard !idleDeadline.isSet, let timeout = transfer?.request.idleTimeout else { return }
    multi.loop.deadlines.set(idleDeadline, to: multi.loop.now.addingSaturated(max(0, timeout.nanoseconds)))
  }

  /// The time may be over: not where something has come or gone since, or where it is for this side to go on.
  func idleTimeIsUp() {
    guard let transfer, let timeout = transfer.request.idleTimeout else { return }
    let loop = multi.loop
    let start = transfer.flow.holdsAnything ? loop.now : lastActivity(of: transfer)
    let end = start.addingSaturated(max(1, timeout.nanoseconds))
    if end > loop.now { loop.deadlines.set(idleDeadline, to: end) } else { transfer.expire() }
  }

  private func lastActivity(of transfer: Transfer) -> Int64 {
    // Streams share what comes over a connection of HTTP/2.
    guard transfer.stage.version != .http2 else { return transfer.stage.lastProgress }
    return max(transfer.stage.lastProgress, multi.loop.sockets.lastActivity(ccurl_easy_get_socket(handle)))
  }
}
