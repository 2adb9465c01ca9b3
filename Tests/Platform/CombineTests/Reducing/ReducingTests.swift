// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

@Suite struct ReducingTests {
  private let upstream = ManualPublisher<Int, TestFailure>()
  private let error = TestFailure(number: 1)

  @Test func `reduce publishes the last result when upstream finishes`() {
    let probe = upstream.reduce(10, +).probe()
    upstream.send(1, 2)
    #expect(probe.values.isEmpty)
    upstream.finish()
    #expect(probe.values == [13])
    #expect(probe.isFinished)
  }

  @Test func `reduce publishes the initial result of no values`() {
    let probe = upstream.reduce(10, +).probe()
    upstream.finish()
    #expect(probe.values == [10])
  }

  @Test func `reducing takes in all values, whatever the demand is`() {
    let probe = upstream.count().probe(.none)
    #expect(upstream.requests == [.unlimited])
    upstream.send(1, 2, 3)
    upstream.finish()
    #expect(probe.values.isEmpty)
    #expect(probe.completions.isEmpty)
    probe.request(.max(1))
    #expect(probe.values == [3])
    #expect(probe.isFinished)
    probe.expectKept()
  }

  @Test func `a failure comes at once, without a result`() {
    let probe = upstream.reduce(0, +).probe(.none)
    upstream.send(1)
    upstream.send(completion: .failure(error))
    #expect(probe.values.isEmpty)
    #expect(probe.failure == error)
  }

  @Test func `cancelling from within the result keeps the completion back`() {
    let probe = Probe<Int, TestFailure>(.none)
    probe.onValue = { [unowned probe] _ in
      probe.cancel()
      return .none
    }
    upstream.count().subscribe(probe)
    upstream.finish()
    probe.request(.max(1))
    #expect(probe.values == [0])
    #expect(probe.completions.isEmpty)
  }

  @Test func `tryReduce ends with the error its closure throws, and cancels upstream`() {
    let probe = upstream.tryReduce(0) { sum, value in
      if value == 3 { throw TestFailure(number: 3) }
      return sum + value
    }.probe()
    upstream.send(1, 3)
    #expect(probe.values.isEmpty)
    #expect(probe.failure as? TestFailure == TestFailure(number: 3))
    #expect(upstream.isCancelled)
  }

  @Test func `collect publishes all values as one array`() {
    let probe = upstream.collect().probe()
    upstream.send(1, 2, 3)
    upstream.finish()
    #expect(probe.values == [[1, 2, 3]])
  }

  @Test func `collect publishes an empty array of no values`() {
    let probe = upstream.collect().probe()
    upstream.finish()
    #expect(probe.values == [[]])
  }

  @Test func `collect by count publishes full arrays, and the rest at the end`() {
    let probe = upstream.collect(2).probe()
    upstream.send(1, 2, 3, 4, 5)
    #expect(probe.values == [[1, 2], [3, 4]])
    upstream.finish()
    #expect(probe.values == [[1, 2], [3, 4], [5]])
    #expect(probe.isFinished)
  }

  @Test func `demand for one array is demand for all its values`() {
    let probe = Probe<[Int], TestFailure>(.max(2))
    upstream.collect(3).subscribe(probe)
    #expect(upstream.requests == [.max(6)])
    probe.onValue = { _ in .max(1) }
    upstream.send(1, 2, 3)
    #expect(upstream.asked == .max(9))
  }

  @Test func `collect by count drops the rest on failure`() {
    let probe = upstream.collect(2).probe()
    upstream.send(1)
    upstream.send(completion: .failure(error))
    #expect(probe.values.isEmpty)
    #expect(probe.failure == error)
  }

  @Test func `collecting arrays of less than one value collects arrays of one`() {
    let probe = upstream.collect(0).probe()
    upstream.send(1, 2)
    #expect(probe.values == [[1], [2]])
  }

  @Test func `count publishes the number of values`() {
    let probe = upstream.count().probe()
    upstream.send(5, 5)
    upstream.finish()
    #expect(probe.values == [2])
  }

  @Test func `max and min publish the extremes, and nothing if there are no values`() {
    let greatest = upstream.max().probe()
    upstream.send(2, 5, 3)
    upstream.finish()
    #expect(greatest.values == [5])
    let least = upstream.min().probe()
    upstream.send(2, 1, 3)
    upstream.finish()
    #expect(least.values == [1])
    let none = upstream.max().probe(.none)
    upstream.finish()
    #expect(none.values.isEmpty)
    #expect(none.isFinished)
  }

  @Test func `among equal values, max and min publish the first`() {
    let greatest = upstream.max { $0 / 10 < $1 / 10 }.probe()
    upstream.send(10, 21, 22)
    upstream.finish()
    #expect(greatest.values == [21])
    let least = upstream.min { $0 / 10 < $1 / 10 }.probe()
    upstream.send(21, 12, 11)
    upstream.finish()
    #expect(least.values == [12])
  }

  @Test func `tryMax and tryMin end with the error their closures throw`() {
    let order: (Int, Int) throws -> Bool = { first, second in
      if second == 3 || first == 3 { throw TestFailure(number: 3) }
      return first < second
    }
    for publisher in [upstream.tryMax(by: order), upstream.tryMin(by: order)] {
      let probe = publisher.probe()
      upstream.send(1, 2, 3)
      #expect(probe.values.isEmpty)
      #expect(probe.failure as? TestFailure == TestFailure(number: 3))
      #expect(upstream.isCancelled)
    }
  }

  @Test func `ignoreOutput passes on the completion alone, without demand`() {
    let probe = upstream.ignoreOutput().probe(.none)
    #expect(upstream.requests.contains(.unlimited))
    upstream.send(1, 2)
    upstream.finish()
    #expect(probe.isFinished)
  }
}
