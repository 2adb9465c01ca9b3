// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import URLLoading

struct ExchangeFlowTests {
  private let failure = TransferError(phase: .receiving, message: "", report: TransferReport())
  private let success = Result<TransferReport, TransferError>.success(TransferReport())

  /// The name of a step, with what follows it.
  private func name(_ step: ExchangeFlow<Int>.Step) -> String {
    switch step {
    case .none: "none"
    case .proceed(let next): "proceed \(next)"
    case .resume: "resume"
    case .finish: "finish"
    case .lackHead: "lack head"
    case .fail: "fail"
    case .failDelivery: "fail delivery"
    case .failEarly: "fail early"
    }
  }

  private func name(_ treatment: ExchangeFlow<Int>.Treatment) -> String {
    switch treatment {
    case .deliver: "deliver"
    case .hold: "hold"
    case .drop: "drop"
    case .abandon(let next): "abandon \(next)"
    }
  }

  private func delivering() -> ExchangeFlow<Int> {
    var flow = ExchangeFlow<Int>()
    flow.decide()
    flow.accept()
    _ = flow.deliver()
    return flow
  }

  @Test func `content waits for the decision, then the transfer goes on`() {
    var flow = ExchangeFlow<Int>()
    flow.decide()
    #expect(name(flow.receive(1)) == "hold")
    #expect(flow.deliver() == true)
    #expect(name(flow.receive(1)) == "deliver")
  }

  @Test func `nothing has to go on that was not held`() {
    var flow = ExchangeFlow<Int>()
    flow.decide()
    #expect(flow.deliver() == false)
  }

  @Test func `an end before the decision waits for it`() {
    var flow = ExchangeFlow<Int>()
    flow.decide()
    #expect(name(flow.end(success)) == "none" && flow.hasEarlyEnd)
    _ = flow.deliver()
    #expect(name(flow.next()) == "finish")
    #expect(name(flow.next()) == "none")
  }

  @Test func `an end means something else at each stage`() {
    var waiting = ExchangeFlow<Int>()
    #expect(name(waiting.end(success)) == "lack head")
    #expect(name(waiting.end(.failure(failure))) == "fail")
    var flow = delivering()
    #expect(name(flow.end(.failure(failure))) == "fail delivery")
    #expect(name(flow.end(success)) == "finish")
    flow.finish()
    #expect(name(flow.end(success)) == "none" && flow.isOver)
  }

  @Test func `content of no use is let by up to a limit`() {
    var flow = ExchangeFlow<Int>()
    flow.decide()
    #expect(name(flow.discard(then: 7)) == "none")
    #expect(name(flow.receive(256 * 1024)) == "drop")
    #expect(name(flow.receive(1)) == "abandon 7")
    #expect(flow.isWaiting)
  }

  @Test func `what follows content of no use begins at its end`() {
    var flow = ExchangeFlow<Int>()
    flow.decide()
    _ = flow.receive(1)
    #expect(name(flow.discard(then: 7)) == "resume")
    #expect(name(flow.end(.failure(failure))) == "proceed 7")
    flow.decide()
    _ = flow.end(success)
    #expect(name(flow.discard(then: 8)) == "proceed 8")
  }

  @Test func `content flows when the last reason to pause is gone`() {
    var flow = delivering()
    flow.pause(.suspension)
    flow.pause(.reader)
    #expect(flow.isSuspended && name(flow.receive(1)) == "hold")
    #expect(flow.unpause(.reader) == false)
    #expect(flow.unpause(.reader) == false)
    #expect(flow.unpause(.suspension) == true)
    #expect(name(flow.receive(1)) == "deliver")
  }

  @Test func `early content is delivered in pieces before its end`() throws {
    var flow = ExchangeFlow<Int>()
    flow.decide(on: Data(count: 300 * 1024))
    #expect(flow.earlyPiece == nil)
    _ = flow.deliver()
    let piece = try #require(flow.earlyPiece)
    #expect(piece.count == 256 * 1024 && name(flow.next()) == "none")
    flow.take(early: piece.count)
    flow.pause(.reader)
    #expect(flow.earlyPiece == nil)
    _ = flow.unpause(.reader)
    let rest = try #require(flow.earlyPiece)
    #expect(rest.count == 44 * 1024)
    flow.take(early: rest.count)
    #expect(name(flow.next()) == "finish")
  }

  @Test func `a protocol's failure comes after what it had brought`() throws {
    var flow = delivering()
    flow.append(Data([1, 2]))
    flow.endEarly(URLError(.badServerResponse))
    #expect(name(flow.next()) == "none")
    flow.take(early: try #require(flow.earlyPiece).count)
    #expect(name(flow.next()) == "fail early")
  }

  @Test func `content is counted anew for each response`() {
    var flow = delivering()
    flow.take(5)
    #expect(flow.receivedCount == 5)
    flow.accept()
    #expect(flow.receivedCount == 0)
  }
}

struct ExchangeRecoveryTests {
  private func unreadable(_ isReused: Bool) -> TransferError {
    var error = TransferError(phase: .waiting, message: "", report: TransferReport(isReusedConnection: isReused))
    error.code = 8  // CURLE_WEIRD_SERVER_REPLY
    return error
  }

  @Test func `the rest of another response has the request repeated once, where that does no harm`() {
    var recovery = ExchangeRecovery()
    #expect(recovery.repeats("POST", after: unreadable(true)) == false)
    #expect(recovery.repeats("GET", after: unreadable(false)) == false)
    #expect(recovery.repeats("GET", after: unreadable(true)) == true)
    #expect(recovery.repeats("GET", after: unreadable(true)) == false)
  }

  @Test func `pauses double up to five seconds, and the delegate hears of the first`() {
    var recovery = ExchangeRecovery()
    #expect(recovery.pause(after: .timedOut) == nil)
    #expect(recovery.pause(after: .cannotFindHost) == ExchangeRecovery.Pause(seconds: 0.05, isFirst: true))
    #expect(recovery.pause(after: .cannotConnectToHost) == ExchangeRecovery.Pause(seconds: 0.1, isFirst: false))
    for _ in 0..<20 { _ = recovery.pause(after: .cannotFindHost) }
    #expect(recovery.pause(after: .notConnectedToInternet)?.seconds == 5)
  }
}
