// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

@Suite struct FutureTests {
  private let error = TestFailure(number: 1)

  @Test func `a future starts when it is made, once for all subscribers`() {
    var count = 0
    let future = Future<Int, Never> { promise in
      count += 1
      promise(.success(count))
    }
    #expect(count == 1)
    #expect(future.probe().values == [1])
    #expect(future.probe().values == [1])
    #expect(count == 1)
  }

  @Test func `a value waits for demand`() {
    let future = Future<Int, TestFailure> { $0(.success(1)) }
    let probe = future.probe(.none)
    #expect(probe.values.isEmpty)
    probe.request(.max(1))
    #expect(probe.values == [1])
    #expect(probe.isFinished)
    probe.expectKept()
  }

  @Test func `a failure does not wait for demand`() {
    let future = Future<Int, TestFailure> { [error] in $0(.failure(error)) }
    #expect(future.probe(.none).failure == error)
  }

  @Test func `subscribers that came before the value get it`() {
    var keep: Future<Int, TestFailure>.Promise?
    let future = Future<Int, TestFailure> { keep = $0 }
    let wanting = future.probe()
    let waiting = future.probe(.none)
    keep?(.success(7))
    keep?(.success(8))
    #expect(wanting.values == [7])
    #expect(wanting.isFinished)
    #expect(waiting.values.isEmpty)
    waiting.request(.max(1))
    #expect(waiting.values == [7])
  }

  @Test func `a cancelled subscriber gets nothing and is released`() {
    var keep: Future<Int, TestFailure>.Promise?
    let future = Future<Int, TestFailure> { keep = $0 }
    expectReleased { token in
      let sink = future.sink(receiveCompletion: { _ in _ = token }, receiveValue: { _ in Issue.record("a value") })
      sink.cancel()
      return sink
    }
    keep?(.success(7))
  }

  @Test func `a promise kept on many threads counts once`() {
    for _ in 0..<200 {
      var keep: Future<Int, Never>.Promise = { _ in }
      let future = Future<Int, Never> { keep = $0 }
      let probe = future.probe()
      let promise = keep
      concurrently(4) { promise(.success($0)) }
      #expect(probe.values.count == 1)
      #expect(probe.isFinished)
      probe.expectKept()
    }
  }
}
