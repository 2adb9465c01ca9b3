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
    reached(.requested)
    stage.attempts += 1
    guard stage.attempts > 1, stage.status == 0, !Self.idempotentMethods.contains(request.method) else { return true }
    cause = .cannotRepeat
    return false
  }

  /// RFC 9110, section 9.2.2.
  private static let idempotentMethods: Set<String> = ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"]

  /// A line of a head, or of the trailers; gives how many bytes were taken.
  func receiveLine(_ line: UnsafeRawBufferPointer) -> Int {  // lent for this call
    stage.lastProgress = pool.loop.now
    switch collector.take(line) {
    case .nothing: break
    case .head(let head): take(head)
    case .tooLarge:
      cause = .headTooLarge
      return 0
    }
    return observer == nil ? 0 : line.count
  }

  private func take(_ head: TransferHead) {
    stage.status = head.status
    stage.version = head.version
    if head.isInformational {
      observer?.transfer(self, didReceive: head)
      return
    }
    noteTLS()
    pendingHead = head
    let mayBeAnswered = head.status == 401 && request.digest != nil && stage.attempts == 1
    if !mayBeAnswered { deliverPendingHead() }
    let length = head.headers.first { FieldName.matches($0.name, "content-length") }
    stage.length = length.flatMap { Int64($0.value) }
    endWhereAnswered()
  }

  /// Over HTTP/2, libcurl 7.88 waits for ever to send content that the server has answered without taking it.
  private func endWhereAnswered() {
    guard stage.version == .http2, let body, !body.isAtEnd, let length = stage.length, let easy,
      ccurl_easy_get_offset(easy.handle, CURLINFO_SIZE_DOWNLOAD_T) >= length
    else { return }
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
