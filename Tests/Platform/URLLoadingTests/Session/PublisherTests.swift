// SPDX-License-Identifier: Apache-2.0

import Combine
import Foundation
import Synchronization
import Testing
import URLLoading

@testable import TestKit

@Suite struct PublisherTests {
  @Test func `a chain loads, checks and decodes`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: #"{"name":"Rex"}"#) }
    struct Dog: Decodable { let name: String }
    let names = Mutex<[String]>([])
    let done = Gate()
    let chain = freshSession().dataTaskPublisher(for: try server.address())
      .tryMap { element -> Data in
        guard element.response.status == 200 else { throw URLError(.badServerResponse) }
        return element.data
      }
      .decode(type: Dog.self, decoder: JSONDecoder())
      .sink(receiveCompletion: { _ in done.open() }, receiveValue: { dog in names.withLock { $0.append(dog.name) } })
    await done.wait()
    #expect(names.withLock { $0 } == ["Rex"])
    withExtendedLifetime(chain) {}
  }

  @Test func `no request is sent before there is demand`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "woof") }
    let subscriber = LateSubscriber()
    freshSession().dataTaskPublisher(for: try server.address()).subscribe(subscriber)
    #expect(server.requestCount == 0)
    subscriber.ask()
    await subscriber.done.wait()
    #expect(server.requestCount == 1)
  }

  @Test func `each subscription is a load, and a shared publisher is one load`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "woof") }
    let publisher = freshSession().dataTaskPublisher(for: try server.address())
    let gates = [Gate(), Gate(), Gate(), Gate()]
    var chains = gates[..<2].map { gate in
      publisher.sink(receiveCompletion: { _ in gate.open() }, receiveValue: { _ in })
    }
    for gate in gates[..<2] { await gate.wait() }
    #expect(server.requestCount == 2)
    let shared = publisher.map { Optional($0.data) }.replaceError(with: nil).share().makeConnectable()
    chains += gates[2...].map { gate in
      shared.sink(receiveCompletion: { _ in gate.open() }, receiveValue: { _ in })
    }
    let connection = shared.connect()
    for gate in gates[2...] { await gate.wait() }
    #expect(server.requestCount == 3)
    withExtendedLifetime((chains, connection)) {}
  }

  @Test func `cancelling cancels the load`() async throws {
    let asked = Gate()
    let left = Gate()
    let server = try ScriptedServer { connection in
      _ = try connection.readRequest()
      asked.open()
      _ = try connection.waitForEnd()
      left.open()
    }
    let chain = freshSession().dataTaskPublisher(for: try server.address())
      .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    await asked.wait()
    chain.cancel()
    await left.wait()
  }
}

/// Asks for a value when it is told to.
final class LateSubscriber: Subscriber, Sendable {
  typealias Input = URLSession.DataTaskPublisher.Output
  typealias Failure = URLError

  private struct Held: @unchecked Sendable {  // used by one test's threads, one after the other
    var subscription: (any Subscription)?
  }

  let done = Gate()
  private let held = Mutex(Held())

  func receive(subscription: any Subscription) {
    let carried = Held(subscription: subscription)
    held.withLock { $0 = carried }
  }

  func ask() { held.withLock { $0 }.subscription?.request(.max(1)) }

  func receive(_ input: Input) -> Subscribers.Demand { .none }

  func receive(completion: Subscribers.Completion<URLError>) { done.open() }
}
