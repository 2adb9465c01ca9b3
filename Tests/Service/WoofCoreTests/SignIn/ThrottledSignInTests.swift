// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

@Suite struct ThrottledSignInTests {
  @Test func `the sixth try after five failures waits, right or wrong, and costs no hash`() async throws {
    let desk = try SignInDesk()
    await desk.fail(5)
    let hashes = desk.authenticator.counts.hashes
    let right = await desk.refusal("ada", "walkies!")
    let wrong = await desk.refusal("ada", "wrong")
    #expect(right?.code == .tooManyRequests)
    #expect(right?.retryAfter == 1)
    #expect(right?.message == wrong?.message)
    #expect(right?.code == wrong?.code)
    #expect(desk.authenticator.counts.hashes == hashes)
  }

  @Test func `the wait doubles with each failure up to five minutes, and is given in whole seconds`() async throws {
    let desk = try SignInDesk()
    await desk.fail(4)
    var waits: [Int] = []
    for _ in 0..<11 {
      await desk.fail(1)
      let wait = try #require(await desk.refusal("ada", "wrong")?.retryAfter)
      waits.append(wait)
      desk.time.advance(by: .seconds(wait))
    }
    #expect(waits.prefix(9) == [1, 2, 4, 8, 16, 32, 64, 128, 256])
    #expect(waits.suffix(2).allSatisfy { $0 <= 300 })
  }

  @Test func `after the wait the right password is accepted, and the failures are forgotten`() async throws {
    let desk = try SignInDesk()
    await desk.fail(5)
    desk.time.advance(by: .seconds(1))
    #expect(await desk.letsAdaIn())
    await desk.fail(4)
    #expect(await desk.refusal("ada", "wrong")?.code == .authenticationRequired)
  }

  @Test func `an unknown account is throttled like a known one`() async throws {
    let desk = try SignInDesk()
    await desk.fail(5, as: "nobody")
    #expect(await desk.refusal("nobody", "wrong")?.code == .tooManyRequests)
    #expect(await desk.refusal("nobody", "wrong")?.retryAfter == 1)
  }

  @Test func `failures elsewhere on the same account lock nobody out`() async throws {
    let desk = try SignInDesk()
    await desk.fail(20, from: SignInDesk.away)
    #expect(await desk.letsAdaIn())
  }

  @Test func `fifty failures from one address on many accounts make the address wait`() async throws {
    let desk = try SignInDesk()
    for index in 0..<50 { await desk.fail(1, as: "account\(index)") }
    #expect(await desk.refusal("ada", "walkies!")?.code == .tooManyRequests)
    #expect(await desk.letsAdaIn(from: SignInDesk.away))
  }

  @Test func `addresses of one IPv6 network count together`() async throws {
    let desk = try SignInDesk()
    for index in 0..<5 { await desk.fail(1, from: "2001:db8:1:2::\(index)") }
    #expect(await desk.refusal("ada", "walkies!", from: "2001:db8:1:2:ffff::1")?.code == .tooManyRequests)
    #expect(await desk.letsAdaIn(from: "2001:db8:1:3::1"))
  }

  @Test func `a signed-in client stays so while the pair has to wait`() async throws {
    let desk = try SignInDesk()
    #expect(await desk.letsAdaIn())
    await desk.fail(20)
    #expect(desk.remembered() == "ada")
    #expect(await desk.letsAdaIn())
  }

  @Test func `a correctly guessed remembered credential from elsewhere is throttled`() async throws {
    let desk = try SignInDesk()
    #expect(await desk.letsAdaIn())
    await desk.fail(5, from: SignInDesk.away)
    #expect(desk.remembered(from: SignInDesk.away) == nil)
    #expect(await desk.refusal("ada", "walkies!", from: SignInDesk.away)?.code == .tooManyRequests)
    desk.time.advance(by: .seconds(1))
    #expect(await desk.letsAdaIn(from: SignInDesk.away))
    #expect(desk.remembered(from: SignInDesk.away) == "ada")
  }

  @Test func `a remembered credential from another network needs no hash`() async throws {
    let desk = try SignInDesk()
    #expect(await desk.letsAdaIn())
    #expect(await desk.letsAdaIn(from: SignInDesk.away))
    #expect(desk.authenticator.counts.hashes == 1)
  }

  @Test func `endless guessing from a client's own network holds its remembered credential, too`()
    async throws
  {
    let desk = try SignInDesk(limits: SignInLimits(refusalAllowance: 10))
    #expect(await desk.letsAdaIn())
    await desk.fail(5 + 9)
    #expect(desk.remembered() == "ada")
    await desk.fail(1)
    #expect(desk.remembered() == nil)
    #expect(await desk.refusal("ada", "walkies!")?.code == .tooManyRequests)
    desk.time.advance(by: .seconds(10))
    #expect(desk.remembered() == "ada")
  }

  @Test func `other credentials stay remembered while one pair is held`() async throws {
    let desk = try SignInDesk(limits: SignInLimits(refusalAllowance: 1))
    try desk.store.add("bob", password: "fetch me!")
    #expect(await desk.letsAdaIn())
    await desk.fail(7, as: "bob")
    let hashes = desk.authenticator.counts.hashes
    #expect(await desk.letsAdaIn())
    #expect(desk.authenticator.counts.hashes == hashes)
  }

  @Test func `of seventy wrong guesses from fourteen networks twenty are checked, and the rest wait`()
    async throws
  {
    let desk = try SignInDesk()
    var codes: [WoofError.Code?] = []
    for index in 0..<70 { codes.append(await desk.refusal("ada", "wrong", from: "198.51.\(index % 14).1")?.code) }
    #expect(codes.count { $0 == .authenticationRequired } == 20)
    #expect(codes.count { $0 == .tooManyRequests } == 50)
    #expect(desk.authenticator.counts.refusals == [.accountFailures: 50])
    #expect(await desk.refusal("nobody", "wrong", from: "198.51.0.1")?.code == .authenticationRequired)
  }

  @Test func `an unknown account is limited across networks like a known one`() async throws {
    let desk = try SignInDesk()
    for index in 0..<20 { _ = await desk.refusal("nobody", "wrong", from: "198.51.\(index).1") }
    #expect(await desk.refusal("nobody", "wrong", from: "198.51.100.1")?.code == .tooManyRequests)
  }

  @Test func `guesses elsewhere do not lock out a known client, and strangers do not learn of it`()
    async throws
  {
    let desk = try SignInDesk()
    #expect(await desk.letsAdaIn())
    // Long after the credential itself has been forgotten.
    desk.time.advance(by: .seconds(3 * 86_400))
    for index in 0..<200 { _ = await desk.refusal("ada", "wrong", from: "198.51.\(index).1") }
    #expect(await desk.letsAdaIn())
    desk.time.advance(by: .seconds(7200))
    #expect(await desk.letsAdaIn())
    for index in 0..<200 { _ = await desk.refusal("ada", "wrong", from: "198.51.\(index).1") }
    let (right, wrong) = (
      await desk.refusal("ada", "walkies!", from: "203.0.113.1"),
      await desk.refusal("ada", "wrong", from: "203.0.113.1")
    )
    #expect(right?.code == .tooManyRequests)
    #expect(right?.message == wrong?.message)
  }
}
