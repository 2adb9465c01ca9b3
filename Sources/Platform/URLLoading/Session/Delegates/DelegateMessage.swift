// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One way to put a question to one delegate.
struct DelegateQuestion<Answer: Sendable>: Sendable {
  let method: DelegateMethod
  let delegate: any URLSessionDelegate
  /// The form with a completion handler.
  let plain: @Sendable (@escaping @Sendable (Answer) -> Void) -> Void
  /// The `async` form.
  let asynchronous: @Sendable () async -> Answer
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
