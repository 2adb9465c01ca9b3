// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WoofHTTP

/// The sending side of a connection that a test can block, and whose bytes it reads.
final class TestOutlet: HTTPBodyOutlet {
  private struct State {
    var bytes: [UInt8] = []
    var sendCount = 0
    var isBlocked = false
    var isFinished = false
    var waiters:
      [(isSatisfied: @Sendable (TestOutlet.Received) -> Bool, continuation: CheckedContinuation<Received, Never>)] = []

    var received: Received { Received(bytes: bytes, sendCount: sendCount, isFinished: isFinished) }

    mutating func takeSatisfied() -> [CheckedContinuation<Received, Never>] {
      let received = received
      let satisfied = waiters.filter { $0.isSatisfied(received) }.map(\.continuation)
      waiters.removeAll { $0.isSatisfied(received) }
      return satisfied
    }
  }

  /// What has come out.
  struct Received: Sendable {
    var bytes: [UInt8]
    var sendCount: Int
    var isFinished: Bool

    var text: String { String(decoding: bytes, as: UTF8.self) }
    var lines: [Substring] { text.split(separator: "\n") }
    var events: [EventLine] { lines.compactMap { EventLine($0) } }
  }

  let loop: EventLoop
  private let state: Mutex<State>

  init(loop: EventLoop) {
    self.loop = loop
    state = Mutex(State())
  }

  func send(_ bytes: HTTPBytes) -> Bool {
    loop.assertOnLoop()
    let (hasRoom, satisfied) = state.withLock { state in
      state.bytes += bytes.storage[bytes.range]
      state.sendCount += 1
      return (!state.isBlocked, state.takeSatisfied())
    }
    resume(satisfied)
    return hasRoom
  }

  func finish() {
    loop.assertOnLoop()
    resume(
      state.withLock { state in
        state.isFinished = true
        return state.takeSatisfied()
      })
  }

  /// Lets nothing through from now on: what is sent next is held back, and nothing may be sent after it.
  func block() { state.withLock { $0.isBlocked = true } }

  /// Lets everything through again.
  func unblock() { state.withLock { $0.isBlocked = false } }

  /// What has come out up to now.
  var received: Received { state.withLock { $0.received } }

  /// Waits until what has come out is as `isSatisfied` asks.
  @discardableResult
  func wait(until isSatisfied: @escaping @Sendable (Received) -> Bool) async -> Received {
    await withCheckedContinuation { continuation in
      let satisfied = state.withLock { state in
        state.waiters.append((isSatisfied, continuation))
        return state.takeSatisfied()
      }
      resume(satisfied)
    }
  }

  private func resume(_ continuations: [CheckedContinuation<Received, Never>]) {
    for continuation in continuations { continuation.resume(returning: received) }
  }
}
