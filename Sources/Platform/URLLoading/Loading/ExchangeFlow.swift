// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The flow of one task's exchanges: whether content is delivered, held, or let by, and what follows an end.
///
/// A value: whoever keeps it takes content from the transfer and delivers it. `Next` is what follows content that is of
/// no use.
struct ExchangeFlow<Next: Sendable>: Sendable {
  /// The stage of the exchange that is under way.
  private enum Stage: Sendable {
    /// Nothing is under way, or no head has come.
    case waiting
    /// A head has come, and somebody decides what it means; the content waits.
    case deciding
    /// The content is part of the response.
    case delivering
    /// The content is of no use; what follows does when it has gone by.
    case discarding(Next)
    /// Everything is over.
    case over
  }

  /// The treatment of content that has come.
  enum Treatment {
    case deliver
    /// The transfer keeps it until it is resumed.
    case hold
    case drop
    /// It is too much to be let by: the exchange ends here, and this follows.
    case abandon(Next)
  }

  /// The step after an end, or after something that content has waited for.
  enum Step {
    case none
    /// Content of no use has gone by: this follows.
    case proceed(Next)
    /// The transfer goes on.
    case resume
    /// The content is complete.
    case finish
    /// The exchange ended in order, without a head.
    case lackHead
    /// The exchange failed before there was a head.
    case fail(TransferError)
    /// The exchange failed in the middle of the content.
    case failDelivery(TransferError)
    /// A protocol failed, after all that it had brought was delivered.
    case failEarly(any Error)
  }

  /// The largest part of content of no use that is let by, to keep its connection: 256 KB.
  static var largestDiscard: Int64 { 256 * 1024 }
  /// The size of the pieces in which early content is delivered, in bytes.
  private static var pieceSize: Int { 256 * 1024 }

  private var stage = Stage.waiting
  private var pauses: Pauses = []
  /// The number of bytes of content that have come of the current response.
  private(set) var receivedCount: Int64 = 0
  /// The end of the exchange, where that was before it was decided what to do with it.
  private var earlyEnd: Result<TransferReport, TransferError>?
  /// The failure of a protocol, while what it had brought was not taken yet.
  private var earlyFailure: (any Error)?
  /// Content that did not come by a transfer, and waits until it is wanted.
  private var earlyContent = Data()

  init() {}

  var isOver: Bool { if case .over = stage { true } else { false } }
  /// `true` if no head has come of the exchange that is under way.
  var isWaiting: Bool { if case .waiting = stage { true } else { false } }
  private var isDelivering: Bool { if case .delivering = stage { true } else { false } }
  /// `true` if the client has suspended the task.
  var isSuspended: Bool { pauses.contains(.suspension) }
  /// `true` if the exchange has ended, and it is not decided what to do with its content.
  var hasEarlyEnd: Bool { earlyEnd != nil }

  // MARK: Stages

  /// Begins to load a request.
  mutating func start() {
    stage = .waiting
    earlyEnd = nil
  }

  /// An exchange is sent.
  mutating func send() { stage = .waiting }

  /// A head has come: its content waits until it is decided what it means.
  mutating func decide() { stage = .deciding }

  /// A response has come that no transfer brings, with its content.
  mutating func decide(on content: Data) {
    stage = .deciding
    earlyContent = content
    earlyEnd = .success(TransferReport())
  }

  /// The response is accepted: its content is counted from now on.
  mutating func accept() { receivedCount = 0 }

  /// The content is part of the response, and may come. The steps follow from ``earlyPiece`` and ``next()``.
  ///
  /// - Returns: `true` if the transfer goes on.
  mutating func deliver() -> Bool {
    stage = .delivering
    return unpause(.decision)
  }

  /// Lets what is left of the content go by; something else follows.
  mutating func discard(then next: Next) -> Step {
    receivedCount = 0
    stage = .discarding(next)
    if let end = earlyEnd.take() { return self.end(end) }
    return unpause(.decision) ? .resume : .none
  }

  /// The exchange ends here.
  mutating func abandon() { stage = .waiting }

  /// Everything ends here.
  mutating func finish() { stage = .over }

  // MARK: Content

  /// Content has come.
  ///
  /// - Parameter count: Its number of bytes.
  mutating func receive(_ count: Int) -> Treatment {
    switch stage {
    case .deciding:
      pauses.insert(.decision)
      return .hold
    case .delivering: return pauses.isEmpty ? .deliver : .hold
    case .discarding(let next):
      receivedCount += Int64(count)
      guard receivedCount > Self.largestDiscard else { return .drop }
      stage = .waiting
      return .abandon(next)
    case .waiting, .over: return .drop
    }
  }

  /// Content was delivered.
  mutating func take(_ count: Int) { receivedCount += Int64(count) }

  /// A piece of early content was delivered.
  mutating func take(early count: Int) { earlyContent = earlyContent.dropFirst(count) }

  /// Content has come by another way than a transfer. The steps follow from ``earlyPiece`` and ``next()``.
  mutating func append(_ content: Data) { earlyContent.append(content) }

  /// The source of content that did not come by a transfer has ended. The steps follow from ``earlyPiece`` and ``next()``.
  mutating func endEarly(_ failure: (any Error)? = nil) {
    if let failure { earlyFailure = failure } else { earlyEnd = .success(TransferReport()) }
  }

  /// The next piece of content that came before it was wanted, as far as it is wanted now; ``take(early:)`` is told of
  /// it. `nil` if there is none.
  var earlyPiece: Data? {
    isDelivering && pauses.isEmpty && !earlyContent.isEmpty ? earlyContent.prefix(Self.pieceSize) : nil
  }

  /// The next step, after all early content.
  mutating func next() -> Step {
    guard isDelivering, earlyContent.isEmpty else { return .none }
    if let failure = earlyFailure.take() { return .failEarly(failure) }
    return earlyEnd.take().map { end($0) } ?? .none
  }

  /// The exchange is over.
  mutating func end(_ result: Result<TransferReport, TransferError>) -> Step {
    switch stage {
    case .deciding:
      earlyEnd = result
      return .none
    case .discarding(let next):
      stage = .waiting
      return .proceed(next)
    case .waiting:
      if case .failure(let error) = result { return .fail(error) }
      return .lackHead
    case .delivering:
      if case .failure(let error) = result { return .failDelivery(error) }
      return .finish
    case .over: return .none
    }
  }

  // MARK: Pauses

  /// Content comes, or goes, no more for now.
  mutating func pause(_ reason: Pauses) { pauses.insert(reason) }

  /// A reason to pause is gone.
  ///
  /// - Returns: `true` if it was the last one, so that the transfer goes on.
  mutating func unpause(_ reason: Pauses) -> Bool {
    guard pauses.contains(reason) else { return false }
    pauses.remove(reason)
    return pauses.isEmpty && !isOver
  }
}

/// The reasons for which content does not flow at the moment.
struct Pauses: OptionSet, Sendable {
  let rawValue: UInt8
  /// The client suspended the task.
  static let suspension = Pauses(rawValue: 1)
  /// It is being decided what the response means.
  static let decision = Pauses(rawValue: 2)
  /// Whoever takes the content has enough for now.
  static let reader = Pauses(rawValue: 4)
}
