// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

@Suite struct AsyncPublisherTests {
  @Test func `the values of a publisher are iterated over`() async {
    var values: [Int] = []
    for await value in (1...5).publisher.values { values.append(value) }
    #expect(values == [1, 2, 3, 4, 5])
  }

  @Test func `a failure is thrown after the values`() async {
    var values: [Int] = []
    let publisher = [1, 2].publisher.setFailureType(to: TestFailure.self)
      .append(Fail<Int, TestFailure>(error: TestFailure(number: 3)))
    do {
      for try await value in publisher.values { values.append(value) }
      Issue.record("nothing was thrown")
    } catch {
      #expect(error as? TestFailure == TestFailure(number: 3))
    }
    #expect(values == [1, 2])
  }

  @Test func `awaiting a value requests one value`() async {
    let upstream = ManualPublisher<Int, Never>()
    var iterator = upstream.values.makeAsyncIterator()
    #expect(upstream.subscribers == 1)
    #expect(upstream.requests.isEmpty)
    for number in 1...3 {
      let shared = Shared(upstream)
      let sender = Task {
        while shared.value.asked < number { await Task.yield() }
        shared.value.send(number)
      }
      let value = await iterator.next()
      #expect(value == number)
      await sender.value
      #expect(upstream.asked == .max(number))
    }
  }

  @Test func `there is no value after the end`() async {
    var iterator = Just(1).values.makeAsyncIterator()
    #expect(await iterator.next() == 1)
    #expect(await iterator.next() == nil)
    #expect(await iterator.next() == nil)
  }

  @Test func `a failure that came while no task waited is thrown once`() async throws {
    let upstream = ManualPublisher<Int, TestFailure>()
    var iterator = upstream.values.makeAsyncIterator()
    upstream.send(completion: .failure(TestFailure(number: 1)))
    await #expect(throws: TestFailure(number: 1)) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  @Test func `leaving the loop cancels the subscription`() async {
    let upstream = CurrentValueSubject<Int, Never>(1)
    let cancelled = Recorded<Bool>()
    for await _ in upstream.handleEvents(receiveCancel: { cancelled.append(true) }).values { break }
    #expect(cancelled.all == [true])
  }

  @Test func `cancelling the task ends the wait and cancels the subscription`() async {
    let upstream = ManualPublisher<Int, Never>()
    let shared = Shared(upstream)
    let task = Task {
      var values: [Int] = []
      for await value in shared.value.values { values.append(value) }
      return values
    }
    while upstream.subscribers == 0 || upstream.requests.isEmpty { await Task.yield() }
    task.cancel()
    #expect(await task.value.isEmpty)
    #expect(upstream.isCancelled)
  }

  @Test func `a task cancelled before it begins waits for nothing`() async {
    let upstream = ManualPublisher<Int, TestFailure>()
    let shared = Shared(upstream)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var iterator = shared.value.values.makeAsyncIterator()
      return try await iterator.next()
    }
    #expect(await task.result.map { $0 == nil } == .success(true))
  }

  @Test func `values awaited before the subscription exists are requested when it does`() async {
    let scheduler = VirtualScheduler()
    let upstream = ManualPublisher<Int, Never>()
    let shared = Shared((scheduler, upstream))
    let iterator = Shared(upstream.subscribe(on: scheduler).values.makeAsyncIterator())
    let task = Task {
      var iterator = iterator.value
      return await iterator.next()
    }
    await Task.yield()
    while shared.value.1.requests.isEmpty {
      scheduler.run()
      await Task.yield()
    }
    upstream.send(7)
    #expect(await task.value == 7)
  }

  @MainActor @Test func `values are awaited on an actor`() async {
    var sum = 0
    for await value in (1...10).publisher.values {
      MainActor.assertIsolated()
      sum += value
    }
    #expect(sum == 55)
  }

  @Test func `a task that is cancelled while another thread sends values ends`() async {
    for _ in 0..<200 {
      let subject = PassthroughSubject<Int, Never>()
      let shared = Shared(subject)
      let reader = Task {
        var count = 0
        for await _ in shared.value.values { count += 1 }
        return count
      }
      let sender = Task {
        for value in 0..<50 { shared.value.send(value) }
      }
      reader.cancel()
      await sender.value
      _ = await reader.value
    }
  }
}

extension Result where Failure == any Error {
  fileprivate static func == (lhs: Self, rhs: Self) -> Bool where Success: Equatable {
    switch (lhs, rhs) {
    case (.success(let left), .success(let right)): left == right
    default: false
    }
  }
}
