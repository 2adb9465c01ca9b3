// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofAPI

struct TokenBucketTests {
  private let rate = RequestRate(perSecond: 10, burst: 3)
  private let second: Int64 = 1_000_000_000

  @Test func `a burst is taken at once, and then tokens one by one`() {
    var bucket = TokenBucket()
    let burst = (0..<3).map { _ in bucket.take(at: 5 * second, rate) }
    #expect(burst == [nil, nil, nil])
    let wait = bucket.take(at: 5 * second, rate)
    #expect(wait == second / 10)
    let rest = bucket.take(at: 5 * second + second / 20, rate)
    #expect(rest == second / 20)
    let next = bucket.take(at: 5 * second + second / 10, rate)
    #expect(next == nil)
    let further = bucket.take(at: 5 * second + second / 10, rate)
    #expect(further != nil)
  }

  @Test func `a refused request takes no token`() {
    var bucket = TokenBucket()
    for _ in 0..<100 { _ = bucket.take(at: 0, rate) }
    let taken = bucket.take(at: second / 10, rate)
    #expect(taken == nil)
  }

  @Test func `a long rest allows one burst and no more`() {
    var bucket = TokenBucket()
    for _ in 0..<3 { _ = bucket.take(at: 0, rate) }
    let taken = (0..<4).map { _ in bucket.take(at: 1_000 * second, rate) == nil }
    #expect(taken == [true, true, true, false])
  }

  @Test func `a rate of zero limits nothing`() {
    var bucket = TokenBucket()
    let isTaken = (0..<10_000).allSatisfy { _ in bucket.take(at: 0, RequestRate(perSecond: 0, burst: 1)) == nil }
    #expect(isTaken)
  }

  @Test func `threads that share a bucket share its limit`() async {
    let bucket = SharedBucket()
    let taken = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask { (0..<1_000).count { _ in bucket.take(at: 1, RequestRate(perSecond: 1, burst: 500)) == nil } }
      }
      return await group.reduce(0, +)
    }
    #expect(taken == 500)
  }

  @Test func `a registry gives all loops the same bucket`() {
    let registry = BucketRegistry()
    let bucket = registry.bucket(of: 7)
    #expect(registry.bucket(of: 7) === bucket)
    #expect(registry.bucket(of: 8) !== bucket)
  }
}
