// SPDX-License-Identifier: Apache-2.0

import CCurl
import CLinux
import COpenSSL
import Foundation
import Glibc

/// What libcurl says while the transfer is under way: each of these runs inside one of libcurl's calls.
extension Transfer {
  /// How far it has come.
  func reached(_ mark: TransferStage.Mark) {
    stage.reach(mark)
    stage.lastProgress = pool.loop.now
    easy?.watchIdleTime()
  }

  /// The request is about to be sent: whether it may be.
  func mayBeSent() -> Bool {
    if stage.isAnswered { return false }
    reached(.requested)
    stage.attempts += 1
    stage.requestTime = TransferClock.monotonicNanoseconds
    stage.isBeforeHead = true
    guard stage.attempts > 1, !mayBeRepeated else { return true }
    cause = .cannotRepeat
    return false
  }

  /// `true` if the request does no harm when it is sent again: because it was refused, or by its nature.
  var mayBeRepeated: Bool { stage.status != 0 || Self.isIdempotent(request.method) }

  /// Returns `true` if a method does the same when it is sent again (RFC 9110, section 9.2.2).
  static func isIdempotent(_ method: String) -> Bool { idempotentMethods.contains(method) }

  private static let idempotentMethods: Set<String> = ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"]

  /// A line of a head, or of the trailers; gives how many bytes were taken.
  func receiveLine(_ line: UnsafeRawBufferPointer) -> Int {  // lent for this call
    stage.lastProgress = pool.loop.now
    if stage.isBeforeHead, stage.mark == .requested {
      stage.isBeforeHead = false
      stage.responseTime = TransferClock.monotonicNanoseconds
    }
    switch collector.take(line, knowing: pool.heads) {
    case .nothing: break
    case .head(let head): take(head)
    case .tooLarge:
      cause = .headTooLarge
      return 0
    }
    return observer == nil ? 0 : line.count
  }

  private func take(_ head: TransferHead) {
    guard stage.mark == .requested else {
      if !head.isInformational { tunnelAnswer = head }
      return
    }
    stage.status = head.status
    stage.version = head.version
    if head.isInformational {
      stage.isBeforeHead = true
      observer?.transfer(self, didReceive: head)
      return
    }
    noteTLS()
    pendingHead = head
    if !isAnsweredByLibrary(head) {
      deliverPendingHead()
      endWhereHead()
    }
    stage.length = head.contentLength
    endWhereAnswered()
  }

  /// Whether libcurl answers a refusal by itself: the first one, by a digest, and a few that say no more than that the
  /// digest was too old.
  private func isAnsweredByLibrary(_ head: TransferHead) -> Bool {
    switch head.status {
    case 401 where request.digest != nil:
      stage.refusals.server += 1
      return isAnswered(head, "www-authenticate", refusals: stage.refusals.server)
    case 407 where request.proxy.answersDigest:
      stage.refusals.proxy += 1
      return isAnswered(head, "proxy-authenticate", refusals: stage.refusals.proxy)
    default: return false
    }
  }

  private func isAnswered(_ head: TransferHead, _ field: StaticString, refusals: Int) -> Bool {
    if refusals == 1 { return true }
    let lines = head.headers.filter { FieldName.matches($0.name, field) }.map(\.value)
    let isStale = HTTPChallenge.parse(lines).contains {
      $0.scheme == "digest" && $0.parameters["stale"]?.lowercased() == "true"
    }
    guard isStale, refusals > Self.mostRefusals else { return isStale }
    // libcurl would go on for ever, and may do so before it returns.
    stage.isAnswered = true
    pool.loop.submitLater(.perform { self.finish(CURLE_OK, isEarly: true) })
    return false
  }

  private static let mostRefusals = 3

  /// Over HTTP/2, libcurl 7.88 waits for ever to send content that the server has answered without taking it.
  private func endWhereAnswered() {
    guard stage.version == .http2, let body, !body.isAtEnd, let length = stage.length, let easy,
      ccurl_easy_get_offset(easy.handle, CURLINFO_SIZE_DOWNLOAD_T) >= length
    else { return }
    pool.loop.submitLater(.perform { self.finish(CURLE_OK, isEarly: true) })
  }

  /// The head is all that answers a HEAD, also one with content, where libcurl waits for more.
  private func endWhereHead() {
    guard request.method == "HEAD", request.body.count != 0 else { return }
    pool.loop.submitLater(.perform { self.finish(CURLE_OK, isEarly: true) })
  }

  /// Gives the final head to the observer, if that has not been done.
  func deliverPendingHead() {
    guard let head = pendingHead else { return }
    pendingHead = nil
    observer?.transfer(self, didReceive: head)
  }

  /// Content; gives how many bytes were taken, or a sign for libcurl.
  func receive(_ bytes: UnsafeRawBufferPointer) -> Int {  // lent for this call
    stage.lastProgress = pool.loop.now
    if request.method == "HEAD" { return bytes.count }
    deliverPendingHead()
    guard let observer else { return Int(CURL_WRITEFUNC_ERROR) }
    if flow.holdsReceiving { return Int(CURL_WRITEFUNC_PAUSE) }
    if case .taken = observer.transfer(self, didReceive: bytes) {
      endWhereAnswered()
      return bytes.count
    }
    flow.isHeld = true
    return Int(CURL_WRITEFUNC_PAUSE)
  }

  private func noteTLS() {
    guard isSecure, let easy, let connection = ccurl_easy_get_tls(easy.handle) else { return }
    let session = OpaquePointer(connection)
    let suite = SSL_get_current_cipher(session).map { SSL_CIPHER_get_protocol_id($0) } ?? 0
    tls = TransferTLS(version: UInt16(truncatingIfNeeded: SSL_version(session)), cipherSuite: suite)
  }
}
