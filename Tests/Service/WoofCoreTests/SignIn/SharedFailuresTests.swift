// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WoofModel

@testable import WoofCore

/// Failed sign-ins of several nodes, of which each has an authenticator of its own.
@Suite struct SharedFailuresTests {
  /// Tells each of two nodes what the other one said.
  private final class Exchange: Sendable {
    private let told = Mutex<[Int: [SignInFailures]]>([:])
    let isBroken = Mutex(false)

    func end(_ number: Int) -> End { End(exchange: self, number: number) }

    struct End: SignInFailureStore {
      let exchange: Exchange
      let number: Int

      func exchange(_ own: [SignInFailures]) async throws -> [SignInFailures] {
        if exchange.isBroken.withLock({ $0 }) { throw WoofError(.unavailable, "Nobody answers.") }
        return exchange.told.withLock { told in
          told[1 - number, default: []] += own
          return told.removeValue(forKey: number) ?? []
        }
      }
    }
  }

  /// Two nodes that tell each other when they are asked to.
  private struct Nodes {
    let desks: [SignInDesk]
    let exchange = Exchange()

    init() async throws {
      desks = [try SignInDesk(), try SignInDesk()]
      try await tell()
    }

    func tell() async throws {
      for number in [0, 1, 0] { try await desks[number].authenticator.exchangeFailures(with: exchange.end(number)) }
    }
  }

  @Test func `five failures on two nodes let the sixth try wait on both`() async throws {
    let nodes = try await Nodes()
    await nodes.desks[0].fail(3)
    await nodes.desks[1].fail(2)
    #expect(await nodes.desks[1].refusal("ada", "wrong")?.code == .authenticationRequired)
    try await nodes.tell()
    for desk in nodes.desks { #expect(await desk.refusal("ada", "walkies!")?.code == .tooManyRequests) }
  }

  @Test func `failures on accounts and from networks count on all nodes`() async throws {
    let nodes = try await Nodes()
    for number in 0..<20 { await nodes.desks[0].fail(1, from: "203.0.113.\(number)") }
    for number in 0..<50 { await nodes.desks[0].fail(1, as: "account\(number)", from: SignInDesk.away) }
    try await nodes.tell()
    #expect(await nodes.desks[1].refusal("ada", "wrong", from: "203.0.113.99")?.code == .tooManyRequests)
    #expect(await nodes.desks[1].refusal("nobody", "wrong", from: SignInDesk.away)?.code == .tooManyRequests)
    #expect(await nodes.desks[1].letsAdaIn(from: "192.0.2.77") == false)
  }

  @Test func `who has signed in on one node starts anew on the others`() async throws {
    let nodes = try await Nodes()
    await nodes.desks[0].fail(4)
    try await nodes.tell()
    #expect(await nodes.desks[0].letsAdaIn())
    try await nodes.tell()
    await nodes.desks[1].fail(4)
    #expect(await nodes.desks[1].letsAdaIn())
  }

  @Test func `what cannot be told is told later`() async throws {
    let nodes = try await Nodes()
    await nodes.desks[0].fail(3)
    nodes.exchange.isBroken.withLock { $0 = true }
    await #expect(throws: WoofError.self) { try await nodes.tell() }
    await nodes.desks[0].fail(2)
    nodes.exchange.isBroken.withLock { $0 = false }
    try await nodes.tell()
    #expect(await nodes.desks[1].letsAdaIn() == false)
  }

  @Test func `an exchange goes on by the interval that is given, whatever fails, until it is to end`() async throws {
    let nodes = try await Nodes()
    nodes.exchange.isBroken.withLock { $0 = true }
    var pauses: [Duration] = []
    await nodes.desks[0].fail(5)
    let authenticator = nodes.desks[0].authenticator
    await authenticator.keepExchangingFailures(with: nodes.exchange.end(0), every: .seconds(3)) { interval in
      pauses.append(interval)
      nodes.exchange.isBroken.withLock { $0 = false }
      if pauses.count == 2 { throw CancellationError() }
    }
    #expect(pauses == [.seconds(3), .seconds(3)])
    try await nodes.desks[1].authenticator.exchangeFailures(with: nodes.exchange.end(1))
    #expect(await nodes.desks[1].letsAdaIn() == false)
  }

  @Test func `a node that nobody asks gathers nothing, and one tells of so many names at most`() {
    var untold = UntoldFailures()
    let pair = SignInPair(name: AccountName("ada"), network: ClientNetwork("192.0.2.1"))
    untold.noteFailure(of: pair)
    #expect(untold.take().isEmpty)
    untold.isShared = true
    for number in 0..<6000 {
      untold.noteFailure(of: SignInPair(name: AccountName("account-\(number)"), network: pair.network))
    }
    #expect(untold.take().count == 5000)
    #expect(untold.take().isEmpty)
  }

  @Test func `what came later decides on how failures ended that are put back`() {
    var untold = UntoldFailures()
    untold.isShared = true
    let pairs = ["ada", "bob"].map { SignInPair(name: AccountName($0), network: ClientNetwork("192.0.2.1")) }
    for pair in pairs { untold.noteFailure(of: pair) }
    untold.noteSuccess(of: pairs[1])
    let taken = untold.take()
    untold.noteSuccess(of: pairs[0])
    untold.noteFailure(of: pairs[1])
    untold.putBack(taken)
    let expected: Set<SignInFailures> = [
      SignInFailures(name: "ada", network: "192.0.2.1", count: 1, endedWell: true),
      SignInFailures(name: "bob", network: "192.0.2.1", count: 2),
    ]
    #expect(Set(untold.take()) == expected)
  }
}
