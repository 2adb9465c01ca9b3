// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import WoofCore

/// Whose work is done next.
struct FairOrderTests {
  private let ada = WorkLane(.account(AccountID(rawValue: 1)))
  private let bob = WorkLane(.account(AccountID(rawValue: 2)))
  private let cleo = WorkLane(.address("192.0.2.1"))

  /// Takes and ends pieces one after the other, on one thread.
  private func served(_ order: inout FairOrder, _ count: Int = .max) -> [Int] {
    var numbers: [Int] = []
    while numbers.count < count, let turn = order.next() {
      numbers.append(turn.number)
      _ = order.finish(turn.lane)
    }
    return numbers
  }

  @Test func `the work of one client is done in its order`() {
    var order = FairOrder(threadCount: 1, waitingLimit: 10_000)
    for number in 0..<3_000 {
      let isTaken = order.append(number, of: ada, cost: number % 7)
      #expect(isTaken)
    }
    #expect(served(&order) == Array(0..<3_000))
  }

  @Test func `a client behind a flood has its turn next`() {
    var order = FairOrder(threadCount: 1, waitingLimit: 1_000)
    for number in 0..<100 { _ = order.append(number, of: ada, cost: 60) }
    _ = served(&order, 10)
    _ = order.append(1_000, of: bob, cost: 1)
    let next = order.next()?.number
    #expect(next == 1_000)
  }

  @Test func `clients with the same work take turns`() {
    var order = FairOrder(threadCount: 1, waitingLimit: 1_000)
    for number in 0..<4 { _ = order.append(number, of: ada, cost: 1) }
    for number in 10..<14 { _ = order.append(number, of: bob, cost: 1) }
    for number in 20..<22 { _ = order.append(number, of: cleo, cost: 1) }
    #expect(served(&order) == [0, 10, 20, 1, 11, 21, 2, 12, 3, 13])
  }

  @Test func `a client with expensive work has fewer turns`() {
    var order = FairOrder(threadCount: 1, waitingLimit: 1_000)
    for number in 0..<10 { _ = order.append(number, of: ada, cost: 60) }
    for number in 100..<160 { _ = order.append(number, of: bob, cost: 1) }
    #expect(served(&order, 61).count { $0 < 100 } <= 2)
  }

  @Test func `a rest earns no turns`() {
    var order = FairOrder(threadCount: 1, waitingLimit: 1_000)
    for number in 0..<50 { _ = order.append(number, of: ada, cost: 1) }
    _ = served(&order, 40)
    for number in 100..<110 { _ = order.append(number, of: bob, cost: 1) }
    #expect(served(&order, 6).count { $0 < 100 } == 3)
  }

  @Test func `one client never has all threads, and goes on when one of its pieces ends`() throws {
    var order = FairOrder(threadCount: 4, waitingLimit: 1_000)
    for number in 0..<10 { _ = order.append(number, of: ada, cost: 1) }
    let begun = (0..<3).map { _ in order.next()?.number }
    #expect(begun == [0, 1, 2])
    let further = order.next()
    #expect(further == nil)
    _ = order.append(100, of: bob, cost: 1)
    let other = order.next()?.number
    #expect(other == 100)
    let mayGoOn = order.finish(ada)
    #expect(mayGoOn)
    let resumed = order.next()?.number
    #expect(resumed == 3)
    let mayFollow = order.finish(bob)
    #expect(!mayFollow)
  }

  @Test func `each of several results in a row lets a thread look for waiting work`() {
    var order = FairOrder(threadCount: 4, waitingLimit: 1_000)
    for number in 0..<6 { _ = order.append(number, of: ada, cost: 1) }
    for _ in 0..<3 { _ = order.next() }
    let ends = (0..<3).map { _ in order.finish(ada) }
    #expect(ends == [true, true, true])
    let taken = (0..<4).map { _ in order.next()?.number }
    #expect(taken == [3, 4, 5, nil])
  }

  @Test func `the service itself may use all threads`() {
    var order = FairOrder(threadCount: 4, waitingLimit: 1_000)
    for number in 0..<10 { _ = order.append(number, of: WorkLane(nil), cost: 1) }
    let begun = (0..<6).map { _ in order.next()?.number }
    #expect(begun == [0, 1, 2, 3, 4, 5])
  }

  @Test func `one client leaves half of the places free, and each other half of the rest`() {
    var order = FairOrder(threadCount: 1, waitingLimit: 100)
    let ofAda = (0..<100).count { order.append($0, of: ada, cost: 1) }
    #expect(ofAda == 50)
    let ofBob = (0..<100).count { order.append($0, of: bob, cost: 1) }
    #expect(ofBob == 25)
    let ofCleo = order.append(0, of: cleo, cost: 1)
    #expect(ofCleo)
  }

  @Test func `no more work waits than the limit`() {
    var order = FairOrder(threadCount: 1, waitingLimit: 3)
    for number in 0..<3 {
      let isTaken = order.append(number, of: WorkLane(nil), cost: 1)
      #expect(isTaken)
    }
    let ofService = order.append(3, of: WorkLane(nil), cost: 1)
    #expect(!ofService)
    let ofClient = order.append(4, of: ada, cost: 1)
    #expect(!ofClient)
  }

  @Test func `clients without work are forgotten, and return as new ones`() {
    var order = FairOrder(threadCount: 1, waitingLimit: 10)
    for number in 0..<5_000 {
      let lane = WorkLane(.account(AccountID(rawValue: Int64(number))))
      let isTaken = order.append(number, of: lane, cost: 3)
      #expect(isTaken)
      #expect(served(&order) == [number])
    }
  }

  @Test func `addresses of one network share their turns`() {
    #expect(WorkLane(.address("192.0.2.1")) == WorkLane(.address("192.0.2.77")))
    #expect(WorkLane(.address("192.0.2.1")) != WorkLane(.address("192.0.3.1")))
    #expect(WorkLane(.address("2001:db8:0:1::1")) == WorkLane(.address("2001:db8:0:2::1")))
    #expect(WorkLane(nil).isOfService)
  }
}
