// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// The delegates that are told of a load: the task's own first, then the session's.
struct Audience {
  let own: (any URLSessionTaskDelegate)?
  let ofSession: (any URLSessionDelegate)?

  init(of load: Load) {
    own = load.task.delegate
    ofSession = load.core.delegate
  }

  var isEmpty: Bool { own == nil && ofSession == nil }
}

extension Load {
  /// The delegates that may hear of a method, in order. Those of the session do not hear of a response that goes to a
  /// handler.
  func listeners<Kind: Sendable>(_ method: DelegateMethod, _ kind: Kind.Type) -> [Kind] {
    let audience = audience
    guard !audience.isEmpty else { return [] }
    var listeners: [Kind] = []
    if let own = audience.own, !isWithheldFromOwn(method), DelegateShape.of(own).form(of: method) != .absent,
      let own = own as? Kind
    {
      listeners.append(own)
    }
    if let delegate = audience.ofSession, !isWithheldFromSession(method),
      DelegateShape.of(delegate).form(of: method) != .absent, let delegate = delegate as? Kind
    {
      listeners.append(delegate)
    }
    return listeners
  }

  private func isWithheldFromSession(_ method: DelegateMethod) -> Bool {
    if case .delegate = plan.delivery { return false }
    return switch method {
    case .taskCompleted, .dataResponse, .dataBecameDownload, .dataReceived, .dataWillCache, .downloadFinished,
      .downloadWrote, .downloadResumed:
      true
    default: false
    }
  }

  /// Returns `true` if the task's own delegate is not told, because the task's creator gets the same content in another
  /// way.
  private func isWithheldFromOwn(_ method: DelegateMethod) -> Bool {
    switch plan.delivery {
    case .delegate: false
    case .bytes: method == .dataReceived || method == .downloadFinished
    case .data, .file: method == .downloadFinished
    }
  }

  /// Tells the first delegate that has the method, on the delegate queue.
  func tell<Kind: Sendable>(_ method: DelegateMethod, _ kind: Kind.Type, _ send: @escaping @Sendable (Kind) -> Void) {
    let messages = messages(method, kind, send)
    guard !messages.isEmpty else { return }
    core.delegateQueue.enqueue { _ = messages.contains { $0.isTaken() } }
  }

  func messages<Kind: Sendable>(
    _ method: DelegateMethod, _ kind: Kind.Type, _ send: @escaping @Sendable (Kind) -> Void
  ) -> [DelegateMessage] {
    listeners(method, kind).compactMap { listener in
      guard let delegate = listener as? any URLSessionDelegate else { return nil }
      return DelegateMessage(method: method, delegate: delegate) { send(listener) }
    }
  }

  /// Asks the first delegate that has the method, on the delegate queue, and goes on with its answer on the loop: `nil`
  /// where none has it. With nobody to ask, it goes on at once.
  func ask<Answer: Sendable>(
    _ questions: [DelegateQuestion<Answer>], then: @escaping @Sendable (Load, Answer?) -> Void
  ) {
    guard !questions.isEmpty else { return then(self, nil) }
    let reply = OnlyOnce<Answer?> { [weak self] answer in
      guard let self else { return }
      core.pool.perform {
        guard !self.isOver else { return }
        then(self, answer)
      }
    }
    let queue = core.delegateQueue
    queue.enqueue { DelegateAsking(questions: questions[...], queue: queue, reply: reply).put() }
  }
}
