// SPDX-License-Identifier: Apache-2.0

import CCurl
import CLinux
import COpenSSL
import Foundation
import Glibc
import Synchronization

/// One HTTP exchange: a request, and the response to it. Redirects are not followed.
///
/// The pool keeps a transfer that is under way alive, and the transfer its observer until it is over.
final class Transfer: @unchecked Sendable {  // everything that changes is confined to the loop's thread
  enum State { case fresh, running, over }

  let request: TransferRequest
  let pool: TransferPool
  /// `true` if the connection uses TLS.
  let isSecure: Bool

  private(set) var state = State.fresh
  private(set) var easy: EasyHandle?
  private var observer: (any TransferObserver)?
  private(set) var collector = TransferHeadCollector()
  private(set) var flow = FlowControl()
  private(set) var body: BodyReader?
  /// Why a callback has told libcurl to give up.
  private(set) var cause: TransferError.Cause?
  private(set) var stage = TransferStage()
  private var refusals = DigestRefusals()
  /// A refusal that may be followed by the response to the credential.
  private var pendingHead: TransferHead?
  /// The response of a proxy that was asked for a way to the server; `nil` if none has come.
  private(set) var tunnelResponse: TransferHead?
  private var sentCount: Int64 = 0
  private(set) var startTime = 0.0
  private(set) var tls: TransferTLS?

  init(_ request: TransferRequest, observer: any TransferObserver, pool: TransferPool) {
    self.request = request
    self.observer = observer
    self.pool = pool
    isSecure = request.url.utf8.count > 6 && zip(request.url.utf8, "https:".utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
  }

  // MARK: From any thread

  /// Ends the transfer without a word to its observer, and tells the server at once.
  func cancel() {
    // Inside one of libcurl's calls the transfer can end only later, but its observer hears nothing more from now on.
    if pool.loop.isCurrent { observer = nil }
    pool.loop.submit(.cancel(self))
  }

  /// Lets nothing come or go until ``resume()``.
  func pause() { pool.loop.submit(.pause(self)) }

  /// Goes on after ``pause()``, or after ``TransferFlow/held``.
  func resume() { pool.loop.submit(.resume(self)) }

  /// Goes on after ``TransferBodyRead/wait``.
  func bodyIsReady() { pool.loop.submit(.continueBody(self)) }

  // MARK: On the loop, outside of libcurl

  /// Starts.
  func begin() {
    guard state == .fresh else { return }
    state = .running
    startTime = TransferClock.unixSeconds
    stage.start = TransferClock.monotonicNanoseconds
    stage.lastProgress = stage.start
    guard let multi = pool.currentMulti(), let easy = multi.takeEasy(isNew: needsNewHandle) else {
      return failEarly(TransferSetUpError(cause: .library, message: "The pool is closed."))
    }
    self.easy = easy
    do throws(TransferSetUpError) {
      body = try makeBody()
      try easy.setUp(for: self)
      multi.add(easy)
    } catch {
      letGoOfEasy()
      failEarly(error)
    }
  }

  /// Ends without a word.
  func stop() {
    observer = nil
    guard state == .running else {
      state = .over
      return
    }
    state = .over
    leaveLibrary()
  }

  func applyPause(_ isPaused: Bool) {
    guard state == .running else { return }
    flow.isPaused = isPaused
    if !isPaused { flow.isHeld = false }
    applyFlow()
  }

  func continueBody() {
    guard state == .running, flow.isSourceWaiting else { return }
    flow.isSourceWaiting = false
    applyFlow()
  }

  /// A handle keeps the last challenge that it has seen, and would reply to that one.
  private var needsNewHandle: Bool { request.digest != nil || request.proxy.isProxy }

  private func applyFlow() {
    stage.lastProgress = pool.loop.now
    easy?.pause(receiving: flow.holdsReceiving, sending: flow.holdsSending)
  }

  /// libcurl is done, or there is nothing left for it to do but to send what nobody wants.
  func finish(_ result: CURLcode, isEarly: Bool = false) {
    guard state == .running, let easy else { return }
    state = .over
    let isEarly = isEarly || stage.hasResponse
    let outcome = easy.outcome(of: self, isEarly ? CURLE_OK : result)
    if isEarly { easy.isDone = false }
    leaveLibrary()
    if case .success = outcome { deliverPendingHead() }
    end(outcome)
  }

  /// The time is over in which something should have come or gone.
  func expire() {
    guard state == .running, let easy else { return }
    state = .over
    cause = .idle
    let outcome = easy.outcome(of: self, CURLE_OPERATION_TIMEDOUT)
    leaveLibrary()
    end(outcome)
  }

  private func end(_ outcome: Result<TransferReport, TransferError>) {
    let observer = observer
    self.observer = nil
    observer?.transfer(self, didEnd: outcome)
  }

  private func failEarly(_ error: TransferSetUpError) {
    state = .over
    let failure = TransferError(
      cause: error.cause, phase: .queued, message: error.message, report: TransferReport(startTime: startTime))
    pool.loop.submitLater(.perform { self.end(.failure(failure)) })
  }

  private func makeBody() throws(TransferSetUpError) -> BodyReader? {
    do throws(POSIXError) {
      return try BodyReader(request.body)
    } catch {
      throw TransferSetUpError(cause: .body(error), message: "The file with the content cannot be read.")
    }
  }

  private func leaveLibrary() {
    easy?.leave()
    letGoOfEasy()
    body = nil
  }

  private func letGoOfEasy() {
    guard let easy else { return }
    self.easy = nil
    easy.multi.recycle(easy)
  }
}

/// The conditions that keep the bytes of a transfer from coming and going.
struct FlowControl {
  /// Somebody has paused the transfer.
  var isPaused = false
  /// The observer has not taken what came.
  var isHeld = false
  /// The source of the content has nothing yet.
  var isSourceWaiting = false
  /// The handshake waits for somebody to judge the server's certificate.
  var isJudged = false

  var holdsReceiving: Bool { isPaused || isHeld }
  var holdsSending: Bool { isPaused || isSourceWaiting }
  /// `true` if this side is the reason for which nothing comes or goes.
  var holdsAnything: Bool { holdsReceiving || isSourceWaiting || isJudged }
}

/// The refusals of one transfer: libcurl replies to the first one by itself, with a digest, and to a few that state no
/// more than that the digest was too old.
struct DigestRefusals {
  /// The outcome of a final head.
  enum Outcome: Hashable {
    /// The head is the response.
    case deliver
    /// libcurl replies to it: the response is yet to come.
    case withhold
    /// The head is the response, and the transfer ends here: libcurl would reply to it for ever.
    case end
  }

  /// The most refusals to which a reply is sent.
  static let most = 3

  private var serverCount = 0
  private var proxyCount = 0

  /// Decides about a final head.
  ///
  /// - Parameters:
  ///   - serverGetsDigest: `true` if libcurl replies to challenges of the server.
  ///   - proxyGetsDigest: `true` if libcurl replies to challenges of the proxy.
  mutating func outcome(of head: TransferHead, serverGetsDigest: Bool, proxyGetsDigest: Bool) -> Outcome {
    switch head.status {
    case 401 where serverGetsDigest:
      serverCount += 1
      return Self.outcome(of: head, "www-authenticate", count: serverCount)
    case 407 where proxyGetsDigest:
      proxyCount += 1
      return Self.outcome(of: head, "proxy-authenticate", count: proxyCount)
    default: return .deliver
    }
  }

  private static func outcome(of head: TransferHead, _ field: StaticString, count: Int) -> Outcome {
    if count == 1 { return .withhold }
    let lines = head.headers.filter { FieldName.matches($0.name, field) }.map(\.value)
    let isStale = HTTPChallenge.parse(lines).contains {
      $0.scheme == "digest" && $0.parameters["stale"]?.lowercased() == "true"
    }
    guard isStale else { return .deliver }
    return count > most ? .end : .withhold
  }
}

/// The progress of a transfer, with the times of its steps.
struct TransferStage {
  enum Mark { case queued, resolving, connecting, handshaking, requested }

  private(set) var mark = Mark.queued
  /// The time at which the transfer was started, in nanoseconds of ``TransferClock``.
  var start: Int64 = 0
  /// The number of times that the request was about to be sent.
  var attempts = 0
  /// The status of the last head; 0 for none.
  var status = 0
  var version: TransferHTTPVersion?
  /// `true` if the last head is the response, whatever libcurl would do about it.
  var hasResponse = false
  /// The number of bytes of content that the last head announces; `nil` if it announces none.
  var length: Int64?
  /// The time at which the request was about to be sent, in nanoseconds of ``TransferClock``; 0 for never.
  var requestTime: Int64 = 0
  /// The time at which content was last sent, in nanoseconds of ``TransferClock``; 0 for never.
  var sentTime: Int64 = 0
  /// The time at which the first line of the last head came, in nanoseconds of ``TransferClock``; 0 for none.
  var responseTime: Int64 = 0
  /// `true` if the next line is the first one of a head.
  var isBeforeHead = true
  /// The time at which bytes last came or went, in nanoseconds of ``TransferClock``.
  var lastProgress: Int64 = 0

  mutating func reach(_ mark: Mark) { self.mark = mark }
}

/// The calls of libcurl while the transfer is under way: each of these runs inside one of them.
extension Transfer {
  /// Notes how far the transfer has come.
  func reached(_ mark: TransferStage.Mark) {
    stage.reach(mark)
    stage.lastProgress = pool.loop.now
    easy?.watchIdleTime()
  }

  /// The request is about to be sent: whether it may be.
  func mayBeSent() -> Bool {
    if stage.hasResponse { return false }
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
      if !head.isInformational { tunnelResponse = head }
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
    let outcome = refusals.outcome(
      of: head, serverGetsDigest: request.digest != nil, proxyGetsDigest: request.proxy.usesDigest)
    if outcome == .end {
      // libcurl would go on for ever, and may do so before it returns.
      stage.hasResponse = true
      pool.loop.submitLater(.perform { self.finish(CURLE_OK, isEarly: true) })
    }
    if outcome != .withhold {
      deliverPendingHead()
      endWhereHead()
    }
    stage.length = head.contentLength
    endAfterResponse()
  }

  /// Over HTTP/2, libcurl 7.88 waits for ever to send content that the server responded to without taking it.
  private func endAfterResponse() {
    guard stage.version == .http2, let body, !body.isAtEnd, let length = stage.length, let easy,
      ccurl_easy_get_offset(easy.handle, CURLINFO_SIZE_DOWNLOAD_T) >= length
    else { return }
    pool.loop.submitLater(.perform { self.finish(CURLE_OK, isEarly: true) })
  }

  /// The head is the whole response to a HEAD, also to one with content, where libcurl waits for more.
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
      endAfterResponse()
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

/// The methods by which libcurl takes content and reports what was sent; each runs inside one of libcurl's calls.
extension Transfer {
  /// Fills a buffer with content; gives how many bytes, or a sign for libcurl.
  func readBody(into buffer: UnsafeMutableRawBufferPointer) -> Int {  // lent for this call
    stage.lastProgress = pool.loop.now
    guard let body, observer != nil else { return Int(CURL_READFUNC_ABORT) }
    switch body.read(into: buffer) {
    case .count(let count): return count
    case .end: return 0
    case .wait:
      flow.isSourceWaiting = true
      return Int(CURL_READFUNC_PAUSE)
    case .failed(let error):
      cause = .body(error)
      return Int(CURL_READFUNC_ABORT)
    }
  }

  /// Content has to be sent again from an offset.
  func rewindBody(to offset: Int64) -> Bool {
    guard let body, body.seek(to: offset) else {
      cause = mayBeRepeated ? .bodyCannotBeRepeated : .cannotRepeat
      return false
    }
    return true
  }

  /// Notes how much content has been sent until now.
  func hasSent(_ count: Int64) {
    guard count != sentCount else { return }
    sentCount = count
    stage.sentTime = TransferClock.monotonicNanoseconds
    stage.lastProgress = pool.loop.now
    observer?.transfer(self, didSend: count, of: request.body.count)
  }
}

/// A handshake that waits for somebody to judge the server's certificate, or to give the client's.
extension Transfer {
  /// The handshake begins to wait: called inside of libcurl.
  func handshakeWaits() {
    flow.isJudged = true
    pool.loop.submitLater(.perform { self.askForJudgement() })
  }

  private func askForJudgement() {
    guard state == .running, let question = easy?.certificateCheck?.examine() else { return }
    switch question {
    case .certificate(let evaluation): observer?.transfer(self, mustJudge: evaluation)
    case .identity(let authorities): observer?.transfer(self, mustShowCertificateOf: authorities)
    }
  }

  /// Settles what comes of a handshake that waits; does nothing where none does.
  ///
  /// - Parameter accepting: `true` if the certificate is accepted, whatever is said about it; `false` leaves it to the
  ///   system.
  func judge(accepting: Bool) { goOn { $0.decide(accepting: accepting) } }

  /// Settles what a server gets that asks for the client's certificate, while the handshake waits; does nothing where none
  /// does.
  ///
  /// - Parameter identity: `nil` for nothing: it is for the server to refuse that.
  func identify(as identity: TransferIdentity?) { goOn { $0.identityQuestion.reply(with: identity) } }

  private func goOn(_ decide: @escaping @Sendable (CertificateCheck) -> Void) {
    pool.loop.submit(
      .perform {
        guard self.state == .running, self.flow.isJudged, let easy = self.easy, let check = easy.certificateCheck else {
          return
        }
        self.flow.isJudged = false
        self.stage.lastProgress = self.pool.loop.now
        decide(check)
        easy.nudge(self.flow)
      })
  }
}
