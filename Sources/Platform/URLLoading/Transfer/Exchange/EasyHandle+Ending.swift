// SPDX-License-Identifier: Apache-2.0

import CCurl
import Foundation

extension EasyHandle {
  /// Leaves the connection to others, or closes it where the transfer is not done, so that the server knows at once.
  func leave() {
    multi.loop.deadlines.remove(idleDeadline)
    guard position >= 0 else { return }
    certificateCheck?.abandon()
    let descriptor = isDone ? CURL_SOCKET_BAD : ccurl_easy_get_socket(handle)
    // A stream of HTTP/2 that is given up is reset, but libcurl 7.88 sends that only with what is sent next: the
    // connection is closed instead, unless other streams use it.
    if !isDone { set(CURLOPT_FORBID_REUSE, 1) }
    multi.remove(self)
    if !isDone { multi.flush(descriptor) }
  }

  /// Returns the outcome of a transfer.
  func outcome(of transfer: Transfer, _ result: CURLcode) -> Result<TransferReport, TransferError> {
    var result = result
    if result == CURLE_OK, transfer.stage.status < 200 {
      // A connection that ends within the head is a proper end to libcurl.
      result = CURLE_RECV_ERROR
    }
    if result != CURLE_OK, certificateCheck?.identityQuestion.isUnusable == true { result = CURLE_SSL_CERTPROBLEM }
    if firstField.hasFound {
      // As it ends where the handle was new.
      result = CURLE_BAD_FUNCTION_ARGUMENT
      message.pointee = 0
    }
    isDone = result == CURLE_OK && transfer.cause == nil
    let report = report(of: transfer)
    if isDone { return .success(report) }
    let evaluation = certificateCheck?.evaluation
    var error = TransferError(phase: phase(of: transfer), message: text(of: result), report: report)
    error.cause = transfer.cause ?? cause(of: transfer)
    error.code = result.rawValue
    error.systemNumber = Int32(truncatingIfNeeded: ccurl_easy_get_long(handle, CURLINFO_OS_ERRNO))
    error.evaluation = evaluation
    return .failure(error)
  }

  private func cause(of transfer: Transfer) -> TransferError.Cause {
    if certificateCheck?.isUndecided == true { return .trustIsUndecided }
    if let names = certificateCheck?.identityQuestion.authoritiesOfUndecided {
      return .identityIsUndecided(authorities: names)
    }
    if let head = transfer.tunnelResponse, !(200..<300).contains(head.status) { return .tunnelRefused(head) }
    return .library
  }

  private func text(of result: CURLcode) -> String {
    message.pointee != 0 ? String(cString: message) : String(cString: curl_easy_strerror(result))
  }

  private func phase(of transfer: Transfer) -> TransferError.Phase {
    if transfer.stage.status >= 200 { return .receiving }
    switch transfer.stage.mark {
    case .queued: return .queued
    case .resolving: return .resolving
    case .connecting: return .connecting
    case .handshaking: return .handshaking
    case .requested:
      let sent = ccurl_easy_get_offset(handle, CURLINFO_SIZE_UPLOAD_T)
      return transfer.request.body.count.map { sent < $0 } ?? (transfer.body?.isAtEnd == false) ? .sending : .waiting
    }
  }

  private func report(of transfer: Transfer) -> TransferReport {
    var report = TransferReport(startTime: transfer.startTime)
    report.total = .nanoseconds(TransferClock.monotonicNanoseconds - transfer.stage.start)
    report.timings = timings(of: transfer)
    report.status = transfer.stage.status >= 200 ? transfer.stage.status : nil
    report.version = transfer.stage.version
    report.isReusedConnection = ccurl_easy_get_long(handle, CURLINFO_NUM_CONNECTS) == 0
    report.isProxied = transfer.request.proxy.isProxy
    if transfer.request.isMeasured {
      report.localAddress = address(CURLINFO_LOCAL_IP, CURLINFO_LOCAL_PORT)
      report.remoteAddress = address(CURLINFO_PRIMARY_IP, CURLINFO_PRIMARY_PORT)
    }
    report.tls = transfer.tls
    report.bytes = byteCounts()
    report.trailers = transfer.collector.trailers
    return report
  }

  private func timings(of transfer: Transfer) -> TransferTimings {
    var timings = TransferTimings()
    if ccurl_easy_get_long(handle, CURLINFO_NUM_CONNECTS) > 0 {
      timings.resolved = time(CURLINFO_NAMELOOKUP_TIME_T)
      timings.connected = time(CURLINFO_CONNECT_TIME_T)
      if transfer.isSecure { timings.secured = time(CURLINFO_APPCONNECT_TIME_T) }
    }
    let stage = transfer.stage
    guard stage.requestTime > 0 else { return timings }
    timings.requested = .nanoseconds(stage.requestTime - stage.start)
    timings.sent = .nanoseconds(max(stage.requestTime, stage.sentTime) - stage.start)
    if stage.status > 0 { timings.responded = .nanoseconds(stage.responseTime - stage.start) }
    return timings
  }

  private func time(_ info: CURLINFO) -> Duration? {
    let microseconds = ccurl_easy_get_offset(handle, info)
    return microseconds > 0 ? .microseconds(microseconds) : nil
  }

  private func address(_ host: CURLINFO, _ port: CURLINFO) -> TransferAddress? {
    guard let text = ccurl_easy_get_string(handle, host), text.pointee != 0 else { return nil }
    return TransferAddress(host: String(cString: text), port: ccurl_easy_get_long(handle, port))
  }

  private func byteCounts() -> TransferByteCounts {
    TransferByteCounts(
      sentHeader: Int64(ccurl_easy_get_long(handle, CURLINFO_REQUEST_SIZE)),
      sentBody: Int64(ccurl_easy_get_offset(handle, CURLINFO_SIZE_UPLOAD_T)),
      receivedHeader: Int64(ccurl_easy_get_long(handle, CURLINFO_HEADER_SIZE)),
      receivedBody: Int64(ccurl_easy_get_offset(handle, CURLINFO_SIZE_DOWNLOAD_T)))
  }
}
