// SPDX-License-Identifier: Apache-2.0

import Combine
import DogsExamples
import Foundation
import Synchronization
import Testing
import URLLoading

@testable import TestKit

@Suite(.timeLimit(.minutes(1))) struct DogChainsTests {
  private let counter = TaskCounter()
  private let delegateQueue = OperationQueue()
  private let session: URLSession
  private let chains: DogChains
  private let placeholder = Dog(id: "-", caption: "No dog", favouriteCount: 0)

  init() {
    delegateQueue.maxConcurrentOperationCount = 1
    session = URLSession(configuration: .ephemeral, delegate: counter, delegateQueue: delegateQueue)
    chains = DogChains(session: session, spareSession: URLSession(configuration: .ephemeral))
  }

  @Test func `a chain loads, checks the status and decodes`() async throws {
    try await withService { service in
      let id = try await service.member("ada").addPhoto()
      let dog = try await chains.dog(at: service.url(ofPhoto: id)).first()
      #expect(dog.id == id)
    }
  }

  @Test func `a status other than 200 is an error`() async throws {
    try await withService { service in
      let missing = try service.url(ofPhoto: "01a1ff3c-482b-7190-8000-000000000000")
      let error = await #expect(throws: URLError.self) { try await chains.dog(at: missing).first() }
      #expect(error?.code == .badServerResponse)
    }
  }

  @Test func `a load that fails twice falls back to another URL`() async throws {
    try await withService { service in
      let id = try await service.member("ada").addPhoto()
      let publisher = try chains.data(at: TestService.deadURL, otherwiseAt: service.url(ofPhoto: id))
      let dog = try JSONDecoder().decode(Dog.self, from: try await publisher.first())
      #expect(dog.id == id)
      #expect(counter.value == 2)
    }
  }

  @Test func `an error is replaced by a value`() async throws {
    #expect(try await chains.dog(at: TestService.deadURL, otherwise: placeholder).first() == placeholder)
  }

  @Test func `two subscribers share one load, and one of them receives on its queue`() async throws {
    try await withService { service in
      let id = try await service.member("ada").addPhoto()
      let queue = DispatchQueue(label: "dogs")
      let mark = DispatchSpecificKey<Bool>()
      queue.setSpecific(key: mark, value: true)
      let (dog, status) = chains.dogAndStatus(at: try service.url(ofPhoto: id), on: queue)
      let isOnQueue = dog.map { _ in DispatchQueue.getSpecific(key: mark) == true }
      // A load that ended between the two subscriptions would bring the second one nothing.
      delegateQueue.isSuspended = true
      let received = Mutex<[(isOnQueue: Bool, status: Int)]>([])
      let subscriber = isOnQueue.zip(status.mapError { $0 as any Error })
        .sink(receiveCompletion: { _ in }) { both in received.withLock { $0.append(both) } }
      delegateQueue.isSuspended = false
      try await eventually { !received.withLock { $0.isEmpty } }
      #expect(received.withLock { $0.map(\.isOnQueue) } == [true])
      #expect(received.withLock { $0.map(\.status) } == [200])
      #expect(counter.value == 1)
      subscriber.cancel()
    }
  }

  @Test func `a connectable load waits for all its subscribers`() async throws {
    try await withService { service in
      let id = try await service.member("ada").addPhoto()
      let publisher = chains.connectable(at: try service.url(ofPhoto: id))
      let received = Mutex<[Data]>([])
      let subscribers = (0..<2).map { _ in publisher.sink { data in received.withLock { $0.append(data) } } }
      #expect(counter.value == 0)
      let connection = publisher.connect()
      try await eventually { received.withLock { $0.count } == 2 }
      #expect(received.withLock { $0[0] == $0[1] && !$0[0].isEmpty })
      #expect(counter.value == 1)
      for subscriber in subscribers { subscriber.cancel() }
      connection.cancel()
    }
  }
}
