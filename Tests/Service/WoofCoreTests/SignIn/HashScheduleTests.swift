// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import WoofCore

/// The schedule, driven by a clock of its own; a hash takes a quarter of a second.
private struct HashingService {
  static let millisecond: Int64 = 1_000_000
  static let hashDuration: Int64 = 250 * millisecond

  enum Ending: Hashable {
    case hashed(waited: Int64)
    case refused(HashRefusal, waited: Int64)

    var wait: Int64? { if case .hashed(let wait) = self { wait } else { nil } }
    var refusal: HashRefusal? { if case .refused(let refusal, _) = self { refusal } else { nil } }
  }

  var schedule: HashSchedule
  private(set) var now: Int64 = 0
  private(set) var order: [HashSchedule.Ticket] = []
  private(set) var endings: [HashSchedule.Ticket: Ending] = [:]
  private var enteredAt: [HashSchedule.Ticket: Int64] = [:]
  private var running: [(ticket: HashSchedule.Ticket, end: Int64)] = []

  init(_ limits: HashLimits = HashLimits()) { schedule = HashSchedule(limits) }

  @discardableResult
  mutating func enter(_ name: String?, _ address: String?, isKnown: Bool = false) -> HashSchedule.Ticket {
    let origin = HashOrigin(
      account: name.flatMap { AccountName($0) }, network: address.map { ClientNetwork($0) }, isKnown: isKnown)
    let (ticket, steps) = schedule.enter(origin, at: now)
    enteredAt[ticket] = now
    take(steps)
    return ticket
  }

  mutating func run(for duration: Int64) {
    let end = now + duration
    while let next = running.min(by: { $0.end < $1.end }), next.end <= end {
      now = next.end
      running.removeAll { $0.ticket == next.ticket }
      take(schedule.leave(next.ticket, at: now))
    }
    now = end
  }

  mutating func runUntilIdle() { while let next = running.first { run(for: next.end - now) } }

  private mutating func take(_ steps: [HashSchedule.Step]) {
    for step in steps {
      switch step {
      case .start(let ticket):
        endings[ticket] = .hashed(waited: now - (enteredAt[ticket] ?? now))
        order.append(ticket)
        running.append((ticket, now + Self.hashDuration))
      case .refuse(let ticket, let refusal):
        endings[ticket] = .refused(refusal, waited: now - (enteredAt[ticket] ?? now))
      }
    }
  }
}

@Suite struct HashScheduleTests {
  private static let second: Int64 = 1_000_000_000

  /// Lets a thousand guesses a second come from three hundred networks, for so many milliseconds.
  @discardableResult
  private func flood(
    _ service: inout HashingService, forMilliseconds count: Int, from start: Int = 0
  ) -> [HashSchedule.Ticket] {
    (start..<start + count).map { index in
      let network = index * 7 % 300
      let ticket = service.enter(
        "guessed\(index % 50)", "\(10 + network / 200).\(network % 200).\(index % 5).\(index % 200)")
      service.run(for: HashingService.millisecond)
      return ticket
    }
  }

  @Test func `under a flood from three hundred networks a known client signs in within two seconds`() {
    var service = HashingService()
    flood(&service, forMilliseconds: 5_000)
    var clients: [HashSchedule.Ticket] = []
    for second in 0..<20 {
      clients.append(service.enter("ada", "192.0.2.1", isKnown: true))
      flood(&service, forMilliseconds: 1_000, from: second * 1_000)
    }
    let waits = clients.compactMap { service.endings[$0]?.wait }
    #expect(waits.count == clients.count)
    #expect(waits.allSatisfy { $0 + HashingService.hashDuration <= 2 * Self.second })
  }

  @Test
  func `a flood from everywhere is refused as overload, and gets a fourth of the turns`() {
    var service = HashingService()
    var flooding: [HashSchedule.Ticket] = []
    for second in 0..<8 {
      for index in 0..<20 { service.enter("user\(index)", "172.\(index).0.1", isKnown: true) }
      flooding += flood(&service, forMilliseconds: 1_000, from: second * 1_000)
    }
    let refusals = flooding.compactMap { service.endings[$0]?.refusal }
    #expect(refusals.contains { $0.limit == .queue && !$0.isOwnDoing })
    #expect(refusals.allSatisfy { (1...60).contains($0.retryAfter) })
    // Four hashes a second, for eight seconds.
    let turnCount = service.order.count
    #expect((32...33).contains(turnCount))
    #expect(flooding.count { service.endings[$0]?.wait != nil } == turnCount / 4)
  }

  @Test func `most hashes of seventy connections from one address are refused, and others do not wait`() {
    var service = HashingService(HashLimits(perNetwork: 16))
    let flooding = (0..<70).map { service.enter("guessed\($0)", "198.51.100.1") }
    let refusals = flooding.compactMap { service.endings[$0]?.refusal }
    #expect(refusals.count == 70 - 16)
    #expect(refusals.allSatisfy { $0.limit == .network && $0.isOwnDoing })
    let stranger = service.enter("bob", "192.0.2.1")
    let known = service.enter("ada", "192.0.2.2", isKnown: true)
    service.runUntilIdle()
    #expect(service.endings[known]?.wait == HashingService.hashDuration)
    #expect(service.endings[stranger]?.wait.map { $0 <= 3 * HashingService.hashDuration } == true)
  }

  @Test func `an account that changes its password eighty times at once waits for itself`() {
    var service = HashingService()
    let changes = (0..<80).map { service.enter("mallory", "198.51.\($0).1", isKnown: true) }
    let refusals = changes.compactMap { service.endings[$0]?.refusal }
    #expect(refusals.count == 72)
    #expect(refusals.allSatisfy { $0.limit == .account && $0.isOwnDoing })
    let known = service.enter("ada", "192.0.2.1", isKnown: true)
    let stranger = service.enter("bob", "192.0.2.2")
    service.runUntilIdle()
    #expect(service.endings[known]?.wait.map { $0 <= 8 * HashingService.hashDuration } == true)
    #expect(service.endings[stranger]?.wait.map { $0 <= 4 * HashingService.hashDuration } == true)
  }

  @Test func `wide networks take turns, and the networks within each`() {
    var service = HashingService()
    let first = service.enter(nil, "203.0.113.1")
    let crowd = (0..<6).map { service.enter(nil, "10.0.\($0 % 2).\($0)") }
    let couple = (0..<2).map { service.enter(nil, "10.1.0.\($0)") }
    service.runUntilIdle()
    #expect(service.order == [first, crowd[0], couple[0], crowd[1], couple[1], crowd[2], crowd[3], crowd[4], crowd[5]])
  }

  @Test func `a network that returns after a rest gains nothing by it`() {
    var service = HashingService()
    let patient = (0..<8).map { _ in service.enter(nil, "10.0.0.1") }
    for _ in 0..<8 {
      service.enter(nil, "10.1.0.1")
      service.run(for: 2 * HashingService.hashDuration)
    }
    #expect(patient.allSatisfy { service.endings[$0]?.wait != nil })
  }

  @Test func `one of four turns in a row goes to unknown clients`() {
    var service = HashingService()
    service.enter(nil, "203.0.113.1")
    let known = (0..<6).map { service.enter("user\($0)", "10.\($0).0.1", isKnown: true) }
    let others = (0..<2).map { service.enter(nil, "172.\($0).0.1") }
    service.runUntilIdle()
    #expect(
      Array(service.order.dropFirst()) == [
        known[0], known[1], known[2], others[0], known[3], known[4], known[5], others[1],
      ])
  }

  @Test func `in a full queue the network with most entries gives way to a newcomer`() {
    var service = HashingService(HashLimits(waiting: 4))
    service.enter(nil, "203.0.113.1")
    let crowd = (0..<3).map { service.enter(nil, "10.0.0.\($0)") }
    service.enter(nil, "10.1.0.1")
    let newcomer = service.enter(nil, "10.2.0.1")
    #expect(service.endings[newcomer] == nil)
    #expect(service.endings[crowd[2]]?.refusal.map { $0.limit == .queue && $0.isOwnDoing } == true)
    #expect(service.endings[crowd[1]] == nil)
    service.runUntilIdle()
    #expect(service.endings[newcomer]?.wait != nil)
  }

  @Test func `a queue with one entry of each network is full for a newcomer, as overload`() {
    var service = HashingService(HashLimits(waiting: 4))
    service.enter(nil, "203.0.113.1")
    for index in 0..<4 { service.enter(nil, "10.\(index).0.1") }
    let newcomer = service.enter(nil, "10.9.0.1")
    #expect(service.endings[newcomer]?.refusal.map { $0.limit == .queue && !$0.isOwnDoing } == true)
    let greedy = service.enter(nil, "10.0.0.2")
    #expect(service.endings[greedy]?.refusal.map { $0.limit == .queue && $0.isOwnDoing } == true)
  }

  @Test func `a known client is accepted into every full queue, and another gives way`() {
    var service = HashingService(HashLimits(waiting: 2, perAccount: 2, perNetwork: 2, perWideNetwork: 2))
    service.enter("ada", "192.0.2.1")
    let other = service.enter("ada", "192.0.2.1")
    let known = service.enter("ada", "192.0.2.1", isKnown: true)
    #expect(service.endings[other]?.refusal.map { $0.limit == .account && $0.isOwnDoing } == true)
    #expect(service.endings[known] == nil)
    let second = service.enter("ada", "192.0.2.1", isKnown: true)
    #expect(service.endings[second]?.refusal.map { $0.limit == .account && $0.isOwnDoing } == true)
  }

  @Test func `a refused newcomer displaces nobody`() {
    var service = HashingService(HashLimits(waiting: 2, perNetwork: 2, perWideNetwork: 100))
    service.enter(nil, "203.0.113.1")
    let known = (0..<2).map { service.enter("user\($0)", "10.\($0).0.1", isKnown: true) }
    let newcomer = service.enter(nil, "10.9.0.1")
    #expect(service.endings[newcomer]?.refusal?.limit == .queue)
    #expect(known.allSatisfy { service.endings[$0] == nil })
  }

  @Test func `the networks within a wide network share its limit`() {
    var service = HashingService(HashLimits(perNetwork: 10, perWideNetwork: 6))
    let crowd = (0..<6).map { service.enter(nil, "10.0.0.\($0)") }
    let neighbour = service.enter(nil, "10.0.1.1")
    #expect(service.endings[crowd[5]]?.refusal.map { $0.limit == .wideNetwork && $0.isOwnDoing } == true)
    #expect(service.endings[neighbour] == nil)
  }

  @Test func `hashes that waited too long are refused before anything else is hashed`() {
    var service = HashingService(HashLimits(longestWait: .seconds(1)))
    for index in 0..<5 { service.enter(nil, "10.\(index).0.1") }
    let late = service.enter(nil, "10.9.0.1")
    service.runUntilIdle()
    let refusal = service.endings[late]?.refusal
    #expect(refusal?.limit == .wait)
    #expect(refusal?.isOwnDoing == false)
    #expect(service.order.count == 4)
  }

  @Test func `hashes for operators come next, and are never refused`() {
    var service = HashingService(HashLimits(waiting: 1, perNetwork: 1, longestWait: .seconds(1)))
    service.enter(nil, "10.0.0.1")
    let waiting = service.enter("ada", "10.1.0.1", isKnown: true)
    let operators = (0..<5).map { _ in service.enter(nil, nil, isKnown: true) }
    service.run(for: HashingService.hashDuration)
    #expect(service.order.last == operators[0])
    service.runUntilIdle()
    #expect(operators.allSatisfy { service.endings[$0]?.wait != nil })
    #expect(service.endings[waiting]?.refusal?.limit == .wait)
  }

  @Test func `as many hashes run at once as there are threads, and the statistics show it`() {
    var service = HashingService(HashLimits(concurrency: 3))
    for index in 0..<5 { service.enter("user\(index)", "10.\(index).0.1", isKnown: index == 4) }
    #expect(service.order.count == 3)
    let statistics = service.schedule.statistics
    #expect(statistics.runningCount == 3)
    #expect(statistics.knownWaitingCount == 1)
    #expect(statistics.otherWaitingCount == 1)
    service.runUntilIdle()
    #expect(service.schedule.statistics.waitCounts[0] == 3)
    #expect(service.schedule.statistics.waitCounts.reduce(0, +) == 5)
    #expect(service.schedule.statistics.waitSum == 0.5)
  }

  @Test func `a refused client is told to return when the waiting hashes are done`() {
    var service = HashingService(HashLimits(perNetwork: 16))
    for index in 0..<16 { service.enter(nil, "10.0.0.\(index)") }
    service.run(for: 8 * HashingService.hashDuration)
    for index in 0..<8 { service.enter(nil, "10.0.0.\(index)") }
    let refused = service.enter(nil, "10.0.0.99")
    // Sixteen and itself, of a quarter of a second each, rounded up.
    #expect(service.endings[refused]?.refusal.map { (4...5).contains($0.retryAfter) } == true)
  }

  @Test func `more networks than are counted still get turns`() {
    var turns = FairTurns()
    for index in 0..<20_000 {
      let network = ClientNetwork("\(index % 200).\(index / 200 % 200).0.1")
      turns.take(network)
    }
    #expect(turns.rank(of: ClientNetwork("8.8.8.8")) <= turns.rank(of: ClientNetwork("199.99.0.1")))
  }
}
