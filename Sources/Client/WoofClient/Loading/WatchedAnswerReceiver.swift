// SPDX-License-Identifier: Apache-2.0

import Foundation
import URLLoading

/// The delegate of a transfer of which somebody wants to see how much has been sent. To tell it takes a way to the
/// delegate's queue, which transfers that nobody watches are spared.
final class WatchedAnswerReceiver: NSObject, URLSessionDataDelegate {
  private let receiver: AnswerReceiver
  private let sent: TransferProgress

  /// - Parameters:
  ///   - receiver: Gets everything else.
  ///   - sent: Told how much of the request has been sent.
  init(_ receiver: AnswerReceiver, sent: TransferProgress) {
    self.receiver = receiver
    self.sent = sent
    super.init()
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    sent.set(totalBytesSent, of: totalBytesExpectedToSend)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
    await receiver.urlSession(session, task: task, didReceive: challenge)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    receiver.urlSession(session, dataTask: dataTask, didReceive: data)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    receiver.urlSession(session, task: task, didCompleteWithError: error)
  }
}
