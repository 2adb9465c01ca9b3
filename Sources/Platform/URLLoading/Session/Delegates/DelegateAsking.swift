// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Puts a question to delegates, one after the other, until one has the method.
struct DelegateAsking<Answer: Sendable>: Sendable {
  let questions: ArraySlice<DelegateQuestion<Answer>>
  let queue: DelegateQueue
  let reply: OnlyOnce<Answer?>

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

  private func findOut(_ question: DelegateQuestion<Answer>, _ shape: DelegateShape) async {
    let answer = await DelegateCall.answer(of: question.method, of: question.delegate, calling: question.asynchronous)
    shape.learn(answer == nil ? .absent : .asynchronous, of: question.method)
    if let answer { return reply(answer) }
    queue.enqueue { rest.put() }
  }

  private var rest: DelegateAsking { DelegateAsking(questions: questions.dropFirst(), queue: queue, reply: reply) }
}
