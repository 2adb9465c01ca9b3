// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An observer of a transfer. All calls come on the loop's thread; none comes after the end, and none after
/// ``Transfer/cancel()`` has returned on the loop's thread.
protocol TransferObserver: AnyObject, Sendable {
  /// The handshake waits until ``Transfer/judge(accepting:)`` says what comes of it; see ``TransferTrust/asks``.
  func transfer(_ transfer: Transfer, mustJudge evaluation: TransferTrustEvaluation)

  /// The server asks for the client's certificate, and the handshake waits until ``Transfer/identify(as:)`` says what it
  /// gets; see ``TransferTrust/asksForIdentity``.
  ///
  /// - Parameter authorities: The names of those that the server takes it from, in DER form.
  func transfer(_ transfer: Transfer, mustShowCertificateOf authorities: [Data])

  /// A head has arrived: any number of informational ones, then the final one.
  func transfer(_ transfer: Transfer, didReceive head: TransferHead)

  /// Content has arrived; `bytes` are lent for the call.
  func transfer(_ transfer: Transfer, didReceive bytes: UnsafeRawBufferPointer) -> TransferFlow

  /// Content has been sent: `count` bytes until now. Never less than before, but where all had to be sent again.
  func transfer(_ transfer: Transfer, didSend count: Int64, of total: Int64?)

  /// It is over.
  func transfer(_ transfer: Transfer, didEnd result: Result<TransferReport, TransferError>)
}

extension TransferObserver {
  /// Leaves it to the system.
  func transfer(_ transfer: Transfer, mustJudge evaluation: TransferTrustEvaluation) {
    transfer.judge(accepting: false)
  }

  /// Shows nothing.
  func transfer(_ transfer: Transfer, mustShowCertificateOf authorities: [Data]) { transfer.identify(as: nil) }
}

/// The observer's decision about the bytes it is given.
enum TransferFlow {
  /// They are taken.
  case taken
  /// None of them is taken. They are given again after ``Transfer/resume()``, and nothing else comes until then.
  case held
}
