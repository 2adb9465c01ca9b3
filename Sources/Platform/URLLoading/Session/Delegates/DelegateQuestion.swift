// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// One way to put a question to one delegate.
struct DelegateQuestion<Reply: Sendable>: Sendable {
  let method: DelegateMethod
  let delegate: any URLSessionDelegate
  /// The form with a completion handler.
  let plain: @Sendable (@escaping @Sendable (Reply) -> Void) -> Void
  /// The `async` form.
  let asynchronous: @Sendable () async -> Reply
}

/// One way to tell something to one delegate.
struct DelegateMessage: Sendable {
  let method: DelegateMethod
  let delegate: any URLSessionDelegate
  let send: @Sendable () -> Void

  /// Sends it; `false` where the delegate has no such method.
  func isTaken() -> Bool {
    let shape = DelegateShape.of(delegate)
    switch shape.form(of: method) {
    case .absent: return false
    case .plain, .asynchronous:
      send()
      return true
    case .unknown:
      let isThere = DelegateCall.finds(method, of: delegate, calling: send)
      shape.learn(isThere ? .plain : .absent, of: method)
      return isThere
    }
  }
}

/// Puts a question to delegates, one after the other, until one has the method.
struct DelegateAsking<Reply: Sendable>: Sendable {
  let questions: ArraySlice<DelegateQuestion<Reply>>
  let queue: DelegateQueue
  let reply: OnlyOnce<Reply?>

  /// On the delegate queue.
  func put() {
    guard let question = questions.first else { return reply(nil) }
    let shape = DelegateShape.of(question.delegate)
    switch shape.form(of: question.method) {
    case .absent: rest.put()
    case .plain: question.plain { reply($0) }
    case .asynchronous: Task { reply(await question.asynchronous()) }
    case .unknown:
      let isPlain = DelegateCall.finds(question.method, of: question.delegate) { question.plain { reply($0) } }
      if isPlain { return shape.learn(.plain, of: question.method) }
      Task { await findOut(question, shape) }
    }
  }

  private func findOut(_ question: DelegateQuestion<Reply>, _ shape: DelegateShape) async {
    let found = await DelegateCall.reply(of: question.method, of: question.delegate, calling: question.asynchronous)
    shape.learn(found == nil ? .absent : .asynchronous, of: question.method)
    if let found { return reply(found) }
    queue.enqueue { rest.put() }
  }

  private var rest: DelegateAsking { DelegateAsking(questions: questions.dropFirst(), queue: queue, reply: reply) }
}

/// A function of which only the first call counts.
final class OnlyOnce<Value: Sendable>: Sendable {
  private let body: Mutex<(@Sendable (Value) -> Void)?>

  init(_ body: @escaping @Sendable (Value) -> Void) {
    self.body = Mutex(body)
  }

  func callAsFunction(_ value: Value) {
    let body = body.withLock { held in
      defer { held = nil }
      return held
    }
    body?(value)
  }
}
