import Testing
import WoofModel

@testable import WoofCore

@Suite struct SignInThrottleTests {
  private static let second: Int64 = 1_000_000_000
  private let limits = SignInLimits(
    pairAllowance: 3, pairForgetting: .seconds(600), networkAllowance: 6, networkForgetting: .seconds(60),
    firstDelay: .seconds(1), longestDelay: .seconds(20), refusalAllowance: 4, refusalForgetting: .seconds(10),
    capacity: 100)

  private func pair(_ name: String? = "ada", _ address: String = "192.0.2.1") -> SignInPair {
    SignInPair(name: name.flatMap { AccountName($0) }, network: ClientNetwork(address))
  }

  private func fail(_ pair: SignInPair, times: Int = 1, at now: Int64 = 0, _ throttle: inout SignInThrottle) {
    for _ in 0..<times {
      throttle.start(pair)
      throttle.end(pair, .wrong, at: now)
    }
  }

  @Test func `failures below the allowance cost nothing`() {
    var throttle = SignInThrottle(limits)
    fail(pair(), times: 2, &throttle)
    #expect(throttle.wait(for: pair(), at: 0) == nil)
  }

  @Test func `from the allowance on each failure doubles the wait, up to the longest`() {
    var throttle = SignInThrottle(limits)
    fail(pair(), times: 3, &throttle)
    var waits: [Int64?] = []
    for _ in 0..<7 {
      waits.append(throttle.wait(for: pair(), at: 0).map { $0 / Self.second })
      fail(pair(), &throttle)
    }
    #expect(waits == [1, 2, 4, 8, 16, 20, 20])
  }

  @Test func `the wait shrinks as time passes, and ends`() {
    var throttle = SignInThrottle(limits)
    fail(pair(), times: 4, &throttle)
    #expect(throttle.wait(for: pair(), at: Self.second / 2) == Self.second * 3 / 2)
    #expect(throttle.wait(for: pair(), at: Self.second * 2 - 1) == 1)
    #expect(throttle.wait(for: pair(), at: Self.second * 2) == nil)
  }

  @Test func `failures are forgotten one by one`() {
    var throttle = SignInThrottle(limits)
    fail(pair(), times: 3, &throttle)
    let later = 600 * Self.second
    fail(pair(), at: later, &throttle)
    #expect(throttle.wait(for: pair(), at: later) == Self.second)
    fail(pair(), at: later + 600 * Self.second, &throttle)
    #expect(throttle.wait(for: pair(), at: later + 1200 * Self.second) == nil)
  }

  @Test func `a success forgets the failures of its pair, and not those of the network`() {
    var throttle = SignInThrottle(limits)
    fail(pair(), times: 5, &throttle)
    throttle.start(pair())
    throttle.end(pair(), .right, at: 0)
    #expect(throttle.wait(for: pair(), at: 0) == nil)
    fail(pair("bob"), &throttle)
    #expect(throttle.wait(for: pair(), at: 0) == Self.second)
  }

  @Test func `other accounts and other networks are not slowed by a pair`() {
    var throttle = SignInThrottle(limits)
    fail(pair(), times: 5, &throttle)
    #expect(throttle.wait(for: pair("bob"), at: 0) == nil)
    #expect(throttle.wait(for: pair("ada", "192.0.2.2"), at: 0) == nil)
  }

  @Test func `failures for many accounts from one network slow them all`() {
    var throttle = SignInThrottle(limits)
    for index in 0..<6 { fail(pair("account\(index)"), &throttle) }
    #expect(throttle.wait(for: pair("bob"), at: 0) == Self.second)
    #expect(throttle.wait(for: pair("bob", "192.0.2.2"), at: 0) == nil)
  }

  @Test func `names that cannot be accounts are one pair`() {
    var throttle = SignInThrottle(limits)
    fail(pair(nil), times: 3, &throttle)
    #expect(throttle.wait(for: pair("Ünknown"), at: 0) != nil)
  }

  @Test func `guesses made at once cannot outrun the allowance of a pair`() {
    var throttle = SignInThrottle(limits)
    for _ in 0..<3 {
      #expect(throttle.wait(for: pair(), at: 0) == nil)
      throttle.start(pair())
    }
    #expect(throttle.wait(for: pair(), at: 0) == Self.second)
  }

  @Test func `beyond the allowance there is one try at a time`() {
    var throttle = SignInThrottle(limits)
    fail(pair(), times: 3, &throttle)
    throttle.start(pair())
    #expect(throttle.wait(for: pair(), at: 100 * Self.second) == Self.second)
    throttle.end(pair(), .undecided, at: 100 * Self.second)
    #expect(throttle.wait(for: pair(), at: 100 * Self.second) == nil)
  }

  @Test func `many accounts may sign in at once from one network`() {
    var throttle = SignInThrottle(limits)
    for index in 0..<50 {
      #expect(throttle.wait(for: pair("account\(index)"), at: 0) == nil)
      throttle.start(pair("account\(index)"))
    }
  }

  @Test func `a try that nobody could decide is no failure`() {
    var throttle = SignInThrottle(limits)
    for _ in 0..<100 {
      throttle.start(pair())
      throttle.end(pair(), .undecided, at: 0)
    }
    #expect(throttle.wait(for: pair(), at: 0) == nil)
  }

  @Test func `refused tries beyond their allowance hold remembered credentials of the pair, for a while`() {
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

  @Test func `a flood of failures elsewhere does not free a pair that failed lately`() {
    var throttle = SignInThrottle(limits)
    for index in 0..<10_000 { fail(pair("account\(index)", "2001:db8:0:\(String(index, radix: 16))::1"), &throttle) }
    fail(pair(), times: 3, &throttle)
    for index in 0..<49 { fail(pair("other\(index)", "2001:db8:1:\(String(index, radix: 16))::1"), &throttle) }
    #expect(throttle.wait(for: pair(), at: 0) == Self.second)
  }
}
