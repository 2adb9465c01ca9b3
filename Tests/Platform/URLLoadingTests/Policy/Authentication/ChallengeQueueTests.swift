// SPDX-License-Identifier: Apache-2.0

import FoundationNetworking
import Testing

@testable import URLLoading

struct ChallengeQueueTests {
  private var queue = ChallengeQueue<Int>()
  private let dogs = space("Dogs")
  private let cats = space("Cats")

  private static func space(_ realm: String) -> ProtectionSpaceIdentity {
    ProtectionSpaceIdentity(
      URLProtectionSpace(host: "a.test", port: 80, protocol: "http", realm: realm, authenticationMethod: nil))
  }

  @Test mutating func `one task asks and the others wait`() {
    #expect(queue.begin(1, in: dogs).turn == .ask)
    #expect(queue.begin(2, in: dogs).turn == .wait)
    #expect(queue.begin(3, in: dogs).turn == .wait)
  }

  @Test mutating func `spaces do not wait for one another`() {
    #expect(queue.begin(1, in: dogs).turn == .ask)
    #expect(queue.begin(2, in: cats).turn == .ask)
  }

  @Test mutating func `a credential is given to all waiting tasks, in their order`() {
    for task in 1...4 { _ = queue.begin(task, in: dogs) }
    #expect(queue.resolved(by: 1, isShared: true) == .init(goOn: [2, 3, 4]))
    #expect(queue.isEmpty)
  }

  @Test mutating func `any other decision is for the asking task, and the next one asks`() {
    for task in 1...3 { _ = queue.begin(task, in: dogs) }
    #expect(queue.resolved(by: 1, isShared: false) == .init(asks: 2))
    #expect(queue.resolved(by: 2, isShared: true) == .init(goOn: [3]))
    #expect(queue.isEmpty)
  }

  @Test mutating func `if the asking task is cancelled, the next one asks`() {
    for task in 1...3 { _ = queue.begin(task, in: dogs) }
    #expect(queue.left(by: 1) == .init(asks: 2))
    #expect(queue.left(by: 2) == .init(asks: 3))
    #expect(queue.left(by: 3) == .init())
    #expect(queue.isEmpty)
  }

  @Test mutating func `a waiting task can leave`() {
    for task in 1...3 { _ = queue.begin(task, in: dogs) }
    #expect(queue.left(by: 2) == .init())
    #expect(queue.resolved(by: 1, isShared: true) == .init(goOn: [3]))
  }

  @Test mutating func `a task that is challenged again waits in the new queue only`() {
    for task in 1...2 { _ = queue.begin(task, in: dogs) }
    let again = queue.begin(1, in: cats)
    #expect(again.turn == .ask)
    #expect(again.resumption == .init(asks: 2))
  }

  @Test mutating func `an unexpected decision changes nothing`() {
    #expect(queue.left(by: 9) == .init())
    #expect(queue.resolved(by: 9, isShared: true) == .init())
    _ = queue.begin(1, in: dogs)
    _ = queue.begin(2, in: dogs)
    #expect(queue.resolved(by: 2, isShared: true) == .init())
    #expect(queue.resolved(by: 1, isShared: true) == .init())
  }
}

struct AuthenticationAttemptsTests {
  private let space = ProtectionSpaceIdentity(
    URLProtectionSpace(host: "a.test", port: 80, protocol: "http", realm: "Dogs", authenticationMethod: nil))

  @Test func `refusals of a space are counted`() {
    var attempts = AuthenticationAttempts()
    let credential = URLCredential(user: "ada", password: "1", persistence: .none)
    #expect(attempts.challenged(in: space) == nil)
    #expect(attempts.failureCount == 0)
    attempts.sends(credential)
    #expect(attempts.challenged(in: space) === credential)
    #expect(attempts.failureCount == 1)
  }

  @Test func `a delegate that repeats its credential is not asked for ever`() {
    var attempts = AuthenticationAttempts()
    let credential = URLCredential(user: "ada", password: "1", persistence: .none)
    for _ in 0..<AuthenticationAttempts.maximalCount {
      #expect(!attempts.areExhausted)
      attempts.sends(credential)
    }
    #expect(attempts.areExhausted)
  }
}
