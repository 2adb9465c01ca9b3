// SPDX-License-Identifier: Apache-2.0

import Synchronization

@testable import URLLoading

/// Cancels its transfer from within one of the calls, and counts the calls that come after that.
final class CancellingObserver: TransferObserver {
  enum Moment: CaseIterable { case informationalHead, head, body, sent }

  private let moment: Moment
  private let state = Mutex((isCancelled: false, callsAfterwards: 0))

  init(_ moment: Moment) { self.moment = moment }

  var callsAfterwards: Int { state.withLock { $0.callsAfterwards } }

  func transfer(_ transfer: Transfer, didReceive head: TransferHead) {
    note(transfer, head.isInformational ? .informationalHead : .head)
  }

  func transfer(_ transfer: Transfer, didReceive bytes: UnsafeRawBufferPointer) -> TransferFlow {
    note(transfer, .body)
    return .taken
  }

  func transfer(_ transfer: Transfer, didSend count: Int64, of total: Int64?) { note(transfer, .sent) }

  func transfer(_ transfer: Transfer, didEnd result: Result<TransferReport, TransferError>) { note(transfer, nil) }

  private func note(_ transfer: Transfer, _ moment: Moment?) {
    let isNow = state.withLock { state in
      if state.isCancelled { state.callsAfterwards += 1 }
      guard moment == self.moment else { return false }
      state.isCancelled = true
      return true
    }
    if isNow { transfer.cancel() }
  }
}
