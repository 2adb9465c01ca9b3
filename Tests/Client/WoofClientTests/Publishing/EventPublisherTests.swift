// SPDX-License-Identifier: Apache-2.0

import Combine
import Synchronization
import Testing

@testable import TestKit
@testable import WoofClient

@Suite struct EventPublisherTests {
  /// A service whose stream ends after each change.
  private func service() throws -> ScriptedService {
    try ScriptedService { _, number in
      let line =
        #"{"id":"0193a7b2-c4d5-7e6f-8123-456789abcdef","version":1,"deleted":true,"change":"\#(number + 1)","kind":"deleted"}"#
      return .lines([line], after: "\(number)")
    }
  }

  private func token(_ event: PhotoEvent?) -> String? {
    if case .change(let change)? = event { change.token.rawValue } else { nil }
  }

  @Test func `events are published as they are demanded`() async throws {
    let service = try service()
    let publisher = service.client(retryPolicy: RetryPolicy()).eventsPublisher()
    var events = publisher.values.makeAsyncIterator()
    #expect(service.requests.isEmpty)
    for number in 1...3 {
      let event = try await events.next()
      #expect(token(event) == "\(number)")
      #expect(service.requests.count == number)
    }
  }

  @Test func `a cancelled subscription does not reconnect, and reports its connection`() async throws {
    let clock = StillClock()
    let told = Mutex<[String]>([])
    let publisher = try service().client(retryPolicy: RetryPolicy(), clock: clock).eventsPublisher(
      reporting: { connection in
        let word =
          switch connection {
          case .connected: "connected"
          case .retrying: "retrying"
          }
        told.withLock { $0.append(word) }
      })
    let subscription = publisher.sink { _ in
      Issue.record("told after the end")
    } receiveValue: { _ in
    }
    await clock.isAwaited.wait()
    #expect(told.withLock { $0 } == ["connected", "retrying"])
    subscription.cancel()
    await clock.isLeft.wait()
  }
}
