// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

@Suite struct ConcatenateTests {
  private let prefix = ManualPublisher<Int, TestFailure>()
  private let suffix = ManualPublisher<Int, TestFailure>()
  private let error = TestFailure(number: 1)

  @Test func `the second publisher follows the first`() {
    let probe = prefix.append(suffix).probe()
    #expect(suffix.subscribers == 0)
    prefix.send(1)
    prefix.finish()
    suffix.send(2)
    suffix.finish()
    #expect(probe.values == [1, 2])
    #expect(probe.isFinished)
    probe.expectKept()
  }

  @Test func `the second publisher is asked for the demand that is left`() {
    let probe = Probe<Int, TestFailure>(.max(3))
    probe.onValue = { _ in .max(1) }
    prefix.append(suffix).subscribe(probe)
    prefix.send(1, 2)
    prefix.finish()
    #expect(suffix.requests == [.max(3)])
    probe.request(.max(2))
    #expect(suffix.asked == .max(5))
  }

  @Test func `the second publisher is asked for nothing if no demand is left`() {
    let probe = prefix.append(suffix).probe(.max(1))
    prefix.send(1)
    prefix.finish()
    #expect(suffix.requests.isEmpty)
    probe.request(.max(1))
    suffix.send(2)
    #expect(probe.values == [1, 2])
  }

  @Test func `a failure of the first publisher ends it`() {
    let probe = prefix.append(suffix).probe()
    prefix.send(completion: .failure(error))
    #expect(probe.failure == error)
    #expect(suffix.subscribers == 0)
  }

  @Test func `cancelling cancels the publisher that is active`() {
    let probe = prefix.append(suffix).probe()
    prefix.finish()
    probe.cancel()
    #expect(!prefix.isCancelled)
    #expect(suffix.isCancelled)
  }

  @Test func `append and prepend take values and sequences`() {
    let publisher = prefix.prepend(1, 2).prepend([0]).append(8).append(Set([9]))
    let probe = publisher.probe()
    prefix.send(5)
    prefix.finish()
    #expect(probe.values == [0, 1, 2, 5, 8, 9])
    #expect(probe.isFinished)
  }

  @Test func `prepend takes another publisher`() {
    let probe = suffix.prepend(prefix).probe()
    prefix.send(1)
    prefix.finish()
    suffix.send(2)
    #expect(probe.values == [1, 2])
  }

  @Test func `demand that comes in parts carries over to the second publisher`() {
    let probe = prefix.prepend(1, 2).append(3).probe(.max(1))
    probe.request(.max(1))
    prefix.finish()
    #expect(probe.values == [1, 2])
    probe.request(.max(1))
    #expect(probe.values == [1, 2, 3])
    #expect(probe.isFinished)
    probe.expectKept()
  }
}
