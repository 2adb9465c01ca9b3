// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import WoofTesting

struct ClockTests {
  @Test func `a stopped clock moves only when it is moved`() {
    let clock = HarnessClock(.standing(at: Timestamp(milliseconds: 1000)))
    let start = clock.monotonicNanoseconds
    #expect(clock.now == Timestamp(milliseconds: 1000))
    clock.advance(by: .milliseconds(250))
    #expect(clock.now == Timestamp(milliseconds: 1250))
    #expect(clock.monotonicNanoseconds - start == 250_000_000)
    clock.advance(by: .seconds(-5))
    #expect(clock.now == Timestamp(milliseconds: 1250))
  }

  @Test func `setting another date makes nothing due`() {
    let clock = HarnessClock(.standing(at: Timestamp(milliseconds: 1000)))
    let start = clock.monotonicNanoseconds
    clock.show(Timestamp(milliseconds: 5))
    #expect(clock.now == Timestamp(milliseconds: 5))
    #expect(clock.monotonicNanoseconds == start)
  }

  @Test func `a running clock takes jumps and can be stopped`() {
    let clock = HarnessClock(.running)
    #expect(clock.runsByItself)
    let before = clock.monotonicNanoseconds
    clock.advance(by: .seconds(3600))
    #expect(clock.monotonicNanoseconds - before >= 3_600_000_000_000)
    clock.stand()
    let standing = clock.monotonicNanoseconds
    #expect(clock.monotonicNanoseconds == standing)
    #expect(!clock.runsByItself)
  }

  @Test func `the longest jumps do not overflow`() {
    let clock = HarnessClock(.standing(at: Timestamp(milliseconds: 0)))
    for _ in 0..<3 { clock.advance(by: .seconds(Int64.max)) }
    clock.advance(by: .nanoseconds(Int64.max))
    clock.advance(by: .seconds(Int64.min))
    #expect(clock.monotonicNanoseconds > 0)
  }
}
