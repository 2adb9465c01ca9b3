// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import WoofCore

@Suite struct SignInThrottleTests {
  private static let second: Int64 = 1_000_000_000
  private let limits = SignInLimits(
    pairAllowance: 3, pairForgetting: .seconds(600), networkAllowance: 6, networkForgetting: .seconds(60),
    accountAllowance: 8, accountForgetting: .seconds(300), firstDelay: .seconds(1), longestDelay: .seconds(20),
    refusalAllowance: 4, refusalForgetting: .seconds(10),
    capacity: 100)

  private func pair(_ name: String? = "ada", _ address: String = "192.0.2.1") -> SignInPair {
    SignInPair(name: name.flatMap { AccountName($0) }, network: ClientNetwork(address))
  }

  private func tries(_ pair: SignInPair, _ standing: KnownClients.Standing = .known) -> SignInTry {
    SignInTry(pair: pair, scope: AccountScope(pair, standing: standing))
  }

  private func fail(
    _ pair: SignInPair, times: Int = 1, at now: Int64 = 0, as standing: KnownClients.Standing = .known,
    _ throttle: inout SignInThrottle
  ) {
    for _ in 0..<times {
      throttle.start(tries(pair, standing))
      throttle.end(tries(pair, standing), .wrong, at: now)
    }
  }

  private func wait(
    _ throttle: SignInThrottle, for pair: SignInPair, at now: Int64, as standing: KnownClients.Standing = .known
  ) -> Int64? { throttle.wait(for: tries(pair, standing), at: now)?.nanoseconds }

  @Test func `failures below the allowance cause no wait`() {
    var throttle = SignInThrottle(limits)
    fail(pair(), times: 2, &throttle)
    #expect(wait(throttle, for: pair(), at: 0) == nil)
  }

  @Test func `beyond the allowance each failure doubles the wait, up to the longest`() {
    var throttle = SignInThrottle(limits)
    fail(pair(), times: 3, &throttle)
    var waits: [Int64?] = []
    for _ in 0..<7 {
      waits.append(wait(throttle, for: pair(), at: 0).map { $0 / Self.second })
      fail(pair(), &throttle)
    }
    #expect(waits == [1, 2, 4, 8, 16, 20, 20])
  }

  @Test func `the wait shrinks as time passes, and ends`() {
    var throttle = SignInThrottle(limits)
    fail(pair(), times: 4, &throttle)
    #expect(wait(throttle, for: pair(), at: Self.second / 2) == Self.second * 3 / 2)
    #expect(wait(throttle, for: pair(), at: Self.second * 2 - 1) == 1)
    #expect(wait(throttle, for: pair(), at: Self.second * 2) == nil)
  }

  @Test func `failures are forgotten one by one`() {
    var throttle = SignInThrottle(limits)
    fail(pair(), times: 3, &throttle)
    let later = 600 * Self.second
    fail(pair(), at: later, &throttle)
    #expect(wait(throttle, for: pair(), at: later) == Self.second)
    fail(pair(), at: later + 600 * Self.second, &throttle)
    #expect(wait(throttle, for: pair(), at: later + 1200 * Self.second) == nil)
  }

  @Test func `a success forgets the failures of its pair, but not those of the network`() {
    var throttle = SignInThrottle(limits)
    fail(pair(), times: 5, &throttle)
    throttle.start(tries(pair()))
    throttle.end(tries(pair()), .right, at: 0)
    #expect(wait(throttle, for: pair(), at: 0) == nil)
    fail(pair("bob"), &throttle)
    #expect(wait(throttle, for: pair(), at: 0) == Self.second)
  }

  @Test func `a pair does not slow other accounts and other networks`() {
    var throttle = SignInThrottle(limits)
    fail(pair(), times: 5, &throttle)
    #expect(wait(throttle, for: pair("bob"), at: 0) == nil)
    #expect(wait(throttle, for: pair("ada", "192.0.2.2"), at: 0) == nil)
  }

  @Test func `failures for many accounts from one network slow them all`() {
    var throttle = SignInThrottle(limits)
    for index in 0..<6 { fail(pair("account\(index)"), &throttle) }
    #expect(wait(throttle, for: pair("bob"), at: 0) == Self.second)
    #expect(wait(throttle, for: pair("bob", "192.0.2.2"), at: 0) == nil)
  }

  @Test func `all names that cannot be accounts are one pair`() {
    var throttle = SignInThrottle(limits)
    fail(pair(nil), times: 3, &throttle)
    #expect(wait(throttle, for: pair("Ünknown"), at: 0) != nil)
  }

  @Test func `guesses at once cannot exceed the allowance of a pair`() {
    var throttle = SignInThrottle(limits)
    for _ in 0..<3 {
      #expect(wait(throttle, for: pair(), at: 0) == nil)
      throttle.start(tries(pair()))
    }
    #expect(wait(throttle, for: pair(), at: 0) == Self.second)
  }

  @Test func `beyond the allowance tries run one at a time`() {
    var throttle = SignInThrottle(limits)
    fail(pair(), times: 3, &throttle)
    throttle.start(tries(pair()))
    #expect(wait(throttle, for: pair(), at: 100 * Self.second) == Self.second)
    throttle.end(tries(pair()), .undecided, at: 100 * Self.second)
    #expect(wait(throttle, for: pair(), at: 100 * Self.second) == nil)
  }

  @Test func `many accounts may sign in at once from one network`() {
    var throttle = SignInThrottle(limits)
    for index in 0..<50 {
      #expect(wait(throttle, for: pair("account\(index)"), at: 0) == nil)
      throttle.start(tries(pair("account\(index)")))
    }
  }

  @Test func `a try without a verdict is no failure`() {
    var throttle = SignInThrottle(limits)
    for _ in 0..<100 {
      throttle.start(tries(pair()))
      throttle.end(tries(pair()), .undecided, at: 0)
    }
    #expect(wait(throttle, for: pair(), at: 0) == nil)
  }

  @Test func `refused tries beyond their allowance hold the pair's remembered credentials for a while`() {
    var throttle = SignInThrottle(limits)
    for _ in 0..<3 { throttle.refuse(pair(), at: 0) }
    #expect(!throttle.mayHoldRemembered(at: 0))
    throttle.refuse(pair(), at: 0)
    #expect(throttle.mayHoldRemembered(at: 0))
    #expect(throttle.holdsRemembered(pair(), at: 0))
    #expect(!throttle.holdsRemembered(pair("bob"), at: 0))
    #expect(!throttle.holdsRemembered(pair("ada", "192.0.2.2"), at: 0))
    #expect(!throttle.holdsRemembered(pair(), at: 10 * Self.second))
    #expect(!throttle.mayHoldRemembered(at: 10 * Self.second))
  }

  @Test func `a flood of failures elsewhere does not free a pair that failed recently`() {
    var throttle = SignInThrottle(limits)
    for index in 0..<10_000 { fail(pair("account\(index)", "2001:db8:0:\(String(index, radix: 16))::1"), &throttle) }
    fail(pair(), times: 3, &throttle)
    for index in 0..<49 { fail(pair("other\(index)", "2001:db8:1:\(String(index, radix: 16))::1"), &throttle) }
    #expect(wait(throttle, for: pair(), at: 0) == Self.second)
  }

  @Test func `failures of an account from many networks slow it where it has not signed in`() {
    var throttle = SignInThrottle(limits)
    for index in 0..<8 { fail(pair("ada", "198.51.\(index).1"), as: .unknown, &throttle) }
    let stranger = pair("ada", "203.0.113.1")
    #expect(wait(throttle, for: stranger, at: 0, as: .unknown) == Self.second)
    #expect(throttle.wait(for: tries(stranger, .unknown), at: 0)?.limit == .accountFailures)
    #expect(wait(throttle, for: stranger, at: 0, as: .known) == nil)
    #expect(wait(throttle, for: stranger, at: 0, as: .nearby(stranger.network.block)) == nil)
    #expect(wait(throttle, for: pair("bob", "203.0.113.1"), at: 0, as: .unknown) == nil)
  }

  @Test func `failures near an address that signed in slow its neighbours only`() {
    var throttle = SignInThrottle(limits)
    let near = pair("ada", "192.0.2.77")
    for index in 10..<18 {
      let neighbour = pair("ada", "192.0.2.\(index)")
      fail(neighbour, as: .nearby(neighbour.network.block), &throttle)
    }
    #expect(wait(throttle, for: near, at: 0, as: .nearby(near.network.block)) == Self.second)
    #expect(wait(throttle, for: pair("ada", "192.0.2.1"), at: 0, as: .known) == nil)
    #expect(wait(throttle, for: pair("ada", "203.0.113.1"), at: 0, as: .unknown) == nil)
  }

  @Test func `a success does not forget failures of others elsewhere`() {
    var throttle = SignInThrottle(limits)
    for index in 0..<8 { fail(pair("ada", "198.51.\(index).1"), as: .unknown, &throttle) }
    throttle.start(tries(pair(), .unknown))
    throttle.end(tries(pair(), .unknown), .right, at: 0)
    #expect(wait(throttle, for: pair("ada", "203.0.113.1"), at: 0, as: .unknown) == Self.second)
  }

  @Test func `guesses at one account at once from many networks cannot exceed its allowance`() {
    var throttle = SignInThrottle(limits)
    for index in 0..<8 { throttle.start(tries(pair("ada", "198.51.\(index).1"), .unknown)) }
    #expect(wait(throttle, for: pair("ada", "203.0.113.1"), at: 0, as: .unknown) == Self.second)
  }

  @Test func `the failures of an account are forgotten one by one`() {
    var throttle = SignInThrottle(limits)
    for index in 0..<8 { fail(pair("ada", "198.51.\(index).1"), as: .unknown, &throttle) }
    let later = 301 * Self.second
    fail(pair("ada", "198.51.100.1"), at: later, as: .unknown, &throttle)
    #expect(wait(throttle, for: pair("ada", "203.0.113.1"), at: later, as: .unknown) == Self.second)
    #expect(wait(throttle, for: pair("ada", "203.0.113.1"), at: later + 300 * Self.second, as: .unknown) == nil)
  }
}
