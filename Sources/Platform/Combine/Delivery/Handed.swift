// SPDX-License-Identifier: Apache-2.0

/// Something that is handed to another thread by an API that asks for `Sendable`.
///
/// Combine leaves it to the program which thread runs a chain, and does not ask for `Sendable`; what stands behind it,
/// queues, run loops and continuations, does.
struct Handed<Value>: @unchecked Sendable {  // used by one thread after the other, as the contract of publishers wants
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
