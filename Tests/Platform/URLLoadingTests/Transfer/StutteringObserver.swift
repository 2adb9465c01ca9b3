// SPDX-License-Identifier: Apache-2.0

import Synchronization

@testable import TestKit
@testable import URLLoading

/// Holds every piece of content twice before it takes it, and resumes from within the call, or later, in turns.
final class StutteringObserver: TransferObserver {
  private struct State {
    var body: [UInt8] = []
    var refusals = 0
  }

  private let state = Mutex(State())
  private let ended = Gate()

  func end() async -> String {
    await ended.wait()
    return state.withLock { String(decoding: $0.body, as: UTF8.self) }
  }

  func transfer(_ transfer: Transfer, didReceive head: TransferHead) {}

  func transfer(_ transfer: Transfer, didReceive bytes: UnsafeRawBufferPointer) -> TransferFlow {
    let refusals = state.withLock { state in
      state.refusals += 1
      if state.refusals == 3 {
        state.refusals = 0
        state.body += bytes
      }
      return state.refusals
    }
    guard refusals != 0 else { return .taken }
    if refusals == 1 { transfer.resume() } else { transfer.pool.loop.schedule(after: .zero) { transfer.resume() } }
    return .held
  }

  func transfer(_ transfer: Transfer, didSend count: Int64, of total: Int64?) {}

  func transfer(_ transfer: Transfer, didEnd result: Result<TransferReport, TransferError>) { ended.open() }
}
