// SPDX-License-Identifier: Apache-2.0

import Combine
import DogsExamples
import Foundation
import Testing
import URLLoading

@testable import TestKit

@Suite(.timeLimit(.minutes(1))) struct RequestPublisherTests {
  private let session = URLSession(configuration: .ephemeral)

  @Test func `a good response publishes its body`() async throws {
    try await withService { service in
      let request = URLRequest(url: try service.url.appending(path: "v1/photos"))
      let page = try JSONDecoder().decode(DogPage.self, from: try await session.requestPublisher(for: request).first())
      #expect(page.items.isEmpty)
    }
  }

  @Test func `a bad status is an error`() async throws {
    try await withService { service in
      let request = URLRequest(url: try service.url.appending(path: "v1/nothing"))
      await #expect(throws: RequestError.status(404)) { try await session.requestPublisher(for: request).first() }
    }
  }

  @Test func `a missing response is an error`() async throws {
    let request = URLRequest(url: try TestService.deadURL)
    await #expect(throws: RequestError.transport(.cannotConnectToHost)) {
      try await session.requestPublisher(for: request).first()
    }
  }

  @Test func `cancelling the subscription ends the load at the service`() async throws {
    try await withService { service in
      let request = URLRequest(url: try service.url.appending(path: "v1/events"))
      let subscriber = session.requestPublisher(for: request).sink { _ in
      } receiveValue: { _ in
      }
      try await eventually { service.connectionCount == 1 }
      subscriber.cancel()
      try await eventually { service.connectionCount == 0 }
    }
  }
}
