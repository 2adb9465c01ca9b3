// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofCryptography
import WoofModel

/// Passwords of share links, which are slowed and limited as sign-ins are.
@Suite struct LinkPasswordTests {
  private let desk: SignInDesk
  private let link: ShareLink

  init() throws {
    desk = try SignInDesk()
    link = try ShareLink.sample(password: "walkies")
  }

  /// The error with which a password is refused; `nil` where it is not.
  private func refusal(
    _ password: String, of link: ShareLink? = nil, from address: String = SignInDesk.home
  ) async -> WoofError? {
    do {
      try await desk.authenticator.check(WipedBytes(password), of: link ?? self.link, address: address)
      return nil
    } catch {
      return error as? WoofError ?? WoofError(.internal, "\(error)")
    }
  }

  private func fail(_ times: Int, of link: ShareLink? = nil, from address: String = SignInDesk.home) async {
    for _ in 0..<times { _ = await refusal("wrong", of: link, from: address) }
  }

  // MARK: Hashing

  @Test(arguments: [(0, false), (3, false), (4, true), (1_024, true), (1_025, false)])
  func `a password has 4 to 1,024 bytes`(count: Int, isFit: Bool) async throws {
    let owner = link.owner
    let text = String(repeating: "w", count: count)
    let hash = { try await desk.authenticator.hash(ofLinkPassword: WipedBytes(text), for: owner, address: "192.0.2.1") }
    guard isFit else {
      let error = await #expect(throws: WoofError.self) { _ = try await hash() }
      #expect(error?.code == .invalidParameter && error?.details["parameter"] == "password")
      return
    }
    let made = try await hash()
    #expect(try made.matches(text) && !made.matches("\(text)w"))
    #expect(made.cost == MemoryCredentialStore.cost)
  }

  // MARK: Checking

  @Test func `the right password passes, and a wrong one is forbidden`() async throws {
    #expect(await refusal("walkies") == nil)
    for wrong in ["", "walkie", "walkies ", "Walkies", "walkies\n"] {
      #expect(await refusal(wrong)?.code == .forbidden, "\(wrong)")
    }
  }

  @Test func `the sixth try after five failures waits, right or wrong, and costs no hash`() async throws {
    await fail(5)
    let hashes = desk.authenticator.counts.hashes
    let (right, wrong) = (await refusal("walkies"), await refusal("wrong"))
    #expect(right?.code == .tooManyRequests && right?.retryAfter == 1)
    #expect(right?.message == wrong?.message && right?.code == wrong?.code)
    #expect(desk.authenticator.counts.hashes == hashes)
  }

  @Test func `after the wait the right password passes, and the failures are forgotten`() async throws {
    await fail(5)
    desk.time.advance(by: .seconds(1))
    #expect(await refusal("walkies") == nil)
    await fail(4)
    #expect(await refusal("wrong")?.code == .forbidden)
  }

  @Test func `the wait doubles with each failure`() async throws {
    await fail(4)
    var waits: [Int] = []
    for _ in 0..<4 {
      await fail(1)
      let wait = try #require(await refusal("wrong")?.retryAfter)
      waits.append(wait)
      desk.time.advance(by: .seconds(wait))
    }
    #expect(waits == [1, 2, 4, 8])
  }

  @Test func `failures at one link hold up no other link, no account, and nobody elsewhere`() async throws {
    await fail(9)
    #expect(await refusal("walkies")?.code == .tooManyRequests)
    #expect(await refusal("fetch", of: try ShareLink.sample(2, password: "fetch")) == nil)
    #expect(await desk.letsAdaIn())
    #expect(await refusal("walkies", from: SignInDesk.away) == nil)
  }

  @Test func `fifty failures from one address at many links make the address wait, sign-ins included`() async throws {
    let hash = link.terms.passwordHash
    for number in 10..<60 {
      var other = try ShareLink.sample(UInt64(number), password: nil)
      other.terms.passwordHash = hash
      await fail(1, of: other)
    }
    #expect(await refusal("walkies")?.code == .tooManyRequests)
    #expect(await desk.refusal("ada", "walkies!")?.code == .tooManyRequests)
    #expect(await refusal("walkies", from: SignInDesk.away) == nil)
  }

  @Test func `of seventy guesses at one link from fourteen networks twenty are checked, and the rest wait`()
    async throws
  {
    var codes: [WoofError.Code?] = []
    for index in 0..<70 { codes.append(await refusal("wrong", from: "198.51.\(index % 14).1")?.code) }
    #expect(codes.count { $0 == .forbidden } == 20 && codes.count { $0 == .tooManyRequests } == 50)
    // The right one does not get past them either, or it would tell itself from the wrong ones.
    #expect(await refusal("walkies", from: "203.0.113.1")?.code == .tooManyRequests)
    #expect(await refusal("fetch", of: try ShareLink.sample(2, password: "fetch"), from: "203.0.113.1") == nil)
    #expect(await desk.letsAdaIn(from: "203.0.113.1"))
  }

  @Test func `addresses of one IPv6 network count together`() async throws {
    for index in 0..<5 { await fail(1, from: "2001:db8:1:2::\(index)") }
    #expect(await refusal("walkies", from: "2001:db8:1:2:ffff::1")?.code == .tooManyRequests)
    #expect(await refusal("walkies", from: "2001:db8:1:3::1") == nil)
  }

  @Test func `a link without a password takes anything, and counts nothing`() async throws {
    let open = try ShareLink.sample(2, password: nil)
    for _ in 0..<99 { #expect(await refusal("wrong", of: open) == nil) }
    #expect(desk.authenticator.counts.hashes == 0)
    #expect(await refusal("walkies") == nil)
  }

  @Test func `the failures of a link outlast a new password`() async throws {
    await fail(5)
    var changed = link
    changed.terms.passwordHash = try ShareLink.hash(of: "fetch")
    #expect(await refusal("fetch", of: changed)?.code == .tooManyRequests)
    desk.time.advance(by: .seconds(1))
    #expect(await refusal("fetch", of: changed) == nil)
  }
}
