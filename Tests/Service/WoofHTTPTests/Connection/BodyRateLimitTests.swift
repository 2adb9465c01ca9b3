// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofHTTP

@Suite struct BodyRateLimitTests {
  private static let second: Int64 = 1_000_000_000

  private func expect(_ limit: inout BodyRateLimit, passesAfterWaiting time: Int64) {
    let hasFailed = limit.hasFailed(afterWaiting: time)
    #expect(!hasFailed)
  }

  private func expect(_ limit: inout BodyRateLimit, failsAfterWaiting time: Int64) {
    let hasFailed = limit.hasFailed(afterWaiting: time)
    #expect(hasFailed)
  }

  @Test func `only time spent waiting counts`() {
    var limit = BodyRateLimit(bytesPerSecond: 1000, window: 10 * Self.second)
    #expect(limit.allowance == 10 * Self.second)
    expect(&limit, passesAfterWaiting: 6 * Self.second)
    #expect(limit.allowance == 4 * Self.second)
    limit.received(10_000)
    expect(&limit, passesAfterWaiting: 4 * Self.second)
    #expect(limit.allowance == 10 * Self.second)
  }

  @Test func `a window with too few bytes fails`() {
    var limit = BodyRateLimit(bytesPerSecond: 1000, window: 10 * Self.second)
    limit.received(9_999)
    expect(&limit, failsAfterWaiting: 10 * Self.second)
  }

  @Test func `bytes of an earlier window do not pay for a later one`() {
    var limit = BodyRateLimit(bytesPerSecond: 1000, window: 10 * Self.second)
    limit.received(1_000_000)
    expect(&limit, passesAfterWaiting: 10 * Self.second)
    expect(&limit, failsAfterWaiting: 10 * Self.second)
  }

  @Test func `without a minimum rate, silence still fails`() {
    var limit = BodyRateLimit(bytesPerSecond: 0, window: Self.second)
    expect(&limit, failsAfterWaiting: Self.second)
  }
}
