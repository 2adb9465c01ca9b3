// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Something that threads of a test share; what it refers to is made for that, or is to prove that it is.
struct Shared<Value>: @unchecked Sendable {  // the tests under the thread sanitizer are the proof
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// Performs the body as often as said, at the same time as far as the machine can, and waits for all.
func concurrently(_ count: Int, _ body: @escaping (Int) -> Void) {
  let shared = Shared(body)
  DispatchQueue.concurrentPerform(iterations: count) { shared.value($0) }
}
