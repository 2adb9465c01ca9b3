// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

@testable import TestKit
@testable import URLLoading

/// Notes all that is said about one transfer.
final class TransferRecorder: TransferObserver {
  struct Record: Sendable {
    var heads: [TransferHead] = []
    var body: [UInt8] = []
    var sent: [Int64] = []
    var evaluations: [TransferTrustEvaluation] = []
    var authorities: [[Data]] = []
    var endCount = 0
    var result: Result<TransferReport, TransferError>?
    var offLoopCount = 0
  }

  let ended = Gate()
  let headReceived = Gate()
  let judgementWanted = Gate()
  let identityWanted = Gate()
  /// Content has come, or will not.
  let bodyReceived = Gate()
  private let record = Mutex(Record())
  /// Says what is done with bytes; by default they are taken.
  private let takes: @Sendable (_ alreadyTaken: Int, _ bytes: Int) -> TransferFlow
  /// `true` to accept certificates, `false` to leave them to the system; `nil` if the test decides later.
  private let judging: Bool?

  init(judging: Bool? = false, takes: @escaping @Sendable (Int, Int) -> TransferFlow = { _, _ in .taken }) {
    self.judging = judging
    self.takes = takes
  }

  var current: Record { record.withLock { $0 } }

  /// All that was said, once it is over.
  func end() async -> Record {
    await ended.wait()
    return current
  }

  func transfer(_ transfer: Transfer, mustJudge evaluation: TransferTrustEvaluation) {
    note(transfer) { $0.evaluations.append(evaluation) }
    if let judging { transfer.judge(accepting: judging) }
    judgementWanted.open()
  }

  /// The test says later what the server gets.
  func transfer(_ transfer: Transfer, mustShowCertificateOf authorities: [Data]) {
    note(transfer) { $0.authorities.append(authorities) }
    identityWanted.open()
  }

  func transfer(_ transfer: Transfer, didReceive head: TransferHead) {
    note(transfer) { $0.heads.append(head) }
    if !head.isInformational { headReceived.open() }
  }

  func transfer(_ transfer: Transfer, didReceive bytes: UnsafeRawBufferPointer) -> TransferFlow {
    let flow = takes(current.body.count, bytes.count)
    if case .taken = flow { note(transfer) { $0.body += bytes } }
    bodyReceived.open()
    return flow
  }

  func transfer(_ transfer: Transfer, didSend count: Int64, of total: Int64?) {
    note(transfer) { $0.sent.append(count) }
  }

  func transfer(_ transfer: Transfer, didEnd result: Result<TransferReport, TransferError>) {
    note(transfer) {
      $0.endCount += 1
      $0.result = result
    }
    bodyReceived.open()
    ended.open()
  }

  private func note(_ transfer: Transfer, _ change: (inout Record) -> Void) {
    record.withLock { record in
      if !transfer.pool.loop.isCurrent { record.offLoopCount += 1 }
      change(&record)
    }
  }
}

extension TransferRecorder.Record {
  var text: String { String(decoding: body, as: UTF8.self) }
  var statuses: [Int] { heads.map(\.status) }
  var report: TransferReport? { try? result?.get() }
  var error: TransferError? {
    if case .failure(let error) = result { error } else { nil }
  }
}

/// Makes a transfer and waits for its end.
@discardableResult
func load(
  _ request: TransferRequest, judging: Bool = false, in pool: TransferPool = TransferPool()
) async -> TransferRecorder.Record {
  let recorder = TransferRecorder(judging: judging)
  pool.start(Transfer(request, observer: recorder, pool: pool))
  return await recorder.end()
}
