// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

extension Load: TransferObserver {
  func transfer(_ transfer: Transfer, mustJudge evaluation: TransferTrustEvaluation) {
    guard !isOver, transfer === self.transfer else { return }
    judge(evaluation)
  }

  func transfer(_ transfer: Transfer, mustShowCertificateOf authorities: [Data]) {
    guard !isOver, transfer === self.transfer else { return }
    askForIdentity(of: authorities)
  }

  func transfer(_ transfer: Transfer, didReceive head: TransferHead) {
    guard !isOver, transfer === self.transfer else { return }
    if head.isInformational { return receiveInformational(head) }
    tellRestOfSent()
    lastHead = head
    judge(head)
  }

  func transfer(_ transfer: Transfer, didReceive bytes: UnsafeRawBufferPointer) -> TransferFlow {
    guard transfer === self.transfer else { return .taken }
    switch stage {
    case .deciding:
      pauses.insert(.decision)
      return .held
    case .delivering:
      guard pauses.isEmpty else { return .held }
      return take(bytes) ? .taken : .held
    case .discarding(let next):
      receivedCount += Int64(bytes.count)
      if receivedCount > Self.largestDiscard { abandon(transfer, next) }
      return .taken
    case .waiting, .over: return .taken
    }
  }

  /// So much of an answer that is of no use is let by, to keep its connection.
  private static let largestDiscard = 256 * 1024

  /// Ends an exchange that is under way, and does something else then.
  func abandon(_ transfer: Transfer, _ next: @escaping @Sendable () -> Void) {
    transfer.cancel()
    self.transfer = nil
    stage = .waiting
    core.pool.loop.submitLater(.perform(next))
  }

  func transfer(_ transfer: Transfer, didSend count: Int64, of total: Int64?) {
    let (count, total) = (count + (uploadPart?.content.lowerBound ?? 0), upload?.length ?? total)
    guard transfer === self.transfer, count > sent.count else { return }
    let report = sent.reach(count, of: total, at: core.pool.loop.now)
    task.count { $0.sent = count }
    if let report { tell(report) }
  }

  func transfer(_ transfer: Transfer, didEnd result: Result<TransferReport, TransferError>) {
    guard !isOver, transfer === self.transfer else { return }
    self.transfer = nil
    tellRestOfSent()
    measurements.end(result, decodedCount: receivedCount)
    ended(result)
  }

  /// The exchange is over, now or earlier.
  func ended(_ result: Result<TransferReport, TransferError>) {
    switch stage {
    case .deciding: earlyEnd = result
    case .discarding(let next):
      stage = .waiting
      next()
    case .waiting:
      switch result {
      case .success: fail(.badServerResponse)
      case .failure(let error): failed(error)
      }
    case .delivering:
      switch result {
      case .success: finishBody()
      case .failure(let error): failDelivery(error)
      }
    case .over: break
    }
  }

  /// Lets what is left of the answer go by, then does something else.
  func discard(then next: @escaping @Sendable (Load) -> Void) {
    let next: @Sendable () -> Void = { [weak self] in
      guard let self, !isOver else { return }
      next(self)
    }
    receivedCount = 0
    stage = .discarding(next: next)
    if let end = earlyEnd {
      earlyEnd = nil
      ended(end)
    } else {
      unpause(.decision)
    }
  }
}

extension Load {
  private func tellRestOfSent() {
    if let rest = sent.takeRest() { tell(rest) }
  }

  private func tell(_ report: SentContent.Report) {
    let expected = report.total ?? NSURLSessionTransferSizeUnknown
    let (session, task) = (session, task)
    tell(.taskSentBody, (any URLSessionTaskDelegate).self) { delegate in
      delegate.urlSession(
        session, task: task, didSendBodyData: report.new, totalBytesSent: report.count,
        totalBytesExpectedToSend: expected)
    }
  }

  private func receiveInformational(_ head: TransferHead) {
    noteUpload(head)
    guard !listeners(.taskInformational, (any URLSessionTaskDelegate).self).isEmpty, let response = makeResponse(head)
    else { return }
    let (session, task) = (session, task)
    tell(.taskInformational, (any URLSessionTaskDelegate).self) { delegate in
      delegate.urlSession(session, task: task, didReceiveInformationalResponse: response)
    }
  }

  /// A final head has come: says what it means.
  private func judge(_ head: TransferHead) {
    stage = .deciding
    hasJudged = false
    storeCookies(head)
    if isGoingOnWithUpload, (300..<400).contains(head.status), continueUpload(after: head) { return }
    switch head.status {
    case 301, 302, 303, 307, 308: redirect(head)
    case 401 where uploadPart?.isCrossOrigin != true: challenge(head, by: .server)
    case 407:
      guard isForwarded, let proxy else { return accept(head) }
      challenge(head, by: .proxy(proxy))
    default: if !continueUpload(after: head) { accept(head) }
    }
  }

  func makeResponse(_ head: TransferHead) -> HTTPURLResponse? {
    guard let url = request.url else { return nil }
    let response = core.responses.response(of: head, from: url)
    if let response, !head.isInformational { measurements.receive(response) }
    return response
  }

  private func storeCookies(_ head: TransferHead) {
    guard head.setsCookies, request.httpShouldHandleCookies, let storage = core.settings.cookieStorage,
      let url = request.url
    else { return }
    CookieExchange.store(
      head.headers, of: url, mainDocumentURL: request.mainDocumentURL, into: storage,
      accepting: core.settings.cookieAcceptPolicy)
  }
}

extension TransferHead {
  /// The fields with one value for each name.
  var joinedFields: [String: String] {
    var fields = [String: String](minimumCapacity: headers.count)
    for (name, value) in headers {
      if let before = fields.updateValue(value, forKey: name) { fields[name] = "\(before), \(value)" }
    }
    return fields
  }
}

extension TransferHTTPVersion {
  var name: String {
    switch self {
    case .http10: "HTTP/1.0"
    case .http11: "HTTP/1.1"
    case .http2: "HTTP/2"
    case .http3: "HTTP/3"
    }
  }
}
