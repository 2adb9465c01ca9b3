// SPDX-License-Identifier: Apache-2.0

import CCurl
import Foundation
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
  var observer: (any TransferObserver)?
  var collector = TransferHeadCollector()
  var flow = FlowControl()
  var body: BodyReader?
  /// Why a callback has told libcurl to give up.
  var cause: TransferError.Cause?
  var stage = TransferStage()
  /// A refusal that may be followed by the answer to the credential.
  var pendingHead: TransferHead?
  /// What a proxy has answered when it was asked for a way to the server.
  var tunnelAnswer: TransferHead?
  var sentCount: Int64 = 0
  var startTime = 0.0
  var tls: TransferTLS?

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

  /// A handle keeps the last challenge that it has seen, and would answer that one.
  private var needsNewHandle: Bool { request.digest != nil || request.proxy.isProxy }

  private func applyFlow() {
    stage.lastProgress = pool.loop.now
    easy?.pause(receiving: flow.holdsReceiving, sending: flow.holdsSending)
  }

  /// libcurl is done, or there is nothing left for it to do but to send what nobody wants.
  func finish(_ result: CURLcode, isEarly: Bool = false) {
    guard state == .running, let easy else { return }
    state = .over
    let isEarly = isEarly || stage.isAnswered
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
