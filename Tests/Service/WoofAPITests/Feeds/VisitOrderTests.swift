// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofAPI

struct VisitOrderTests {
  final class Member: VisitOrderMember {
    let number: Int
    var rotationIndex = 0
    var isDue = false
    init(_ number: Int) { self.number = number }
  }

  private func order(of count: Int) -> (VisitOrder<Member>, [Member]) {
    var order = VisitOrder<Member>()
    let members = (0..<count).map(Member.init)
    for member in members { order.add(member) }
    return (order, members)
  }

  private func visitAll(_ order: inout VisitOrder<Member>) -> [Int] {
    var visited: [Int] = []
    while let member = order.next() { visited.append(member.number) }
    return visited
  }

  @Test func `a member that is due is visited once, however often that is asked for`() {
    var (order, members) = order(of: 3)
    order.visitSoon(members[1])
    order.visitSoon(members[1])
    #expect(order.hasNext && !order.isTurning)
    #expect(visitAll(&order) == [1])
    #expect(!order.hasNext)
    order.visitSoon(members[1])
    #expect(visitAll(&order) == [1])
  }

  @Test func `those that are due and the turn are visited by turns`() {
    var (order, members) = order(of: 4)
    order.startTurn()
    order.visitSoon(members[3])
    order.visitSoon(members[2])
    #expect(visitAll(&order) == [3, 0, 2, 1, 2, 3])
  }

  @Test func `a member that becomes due during its visit is visited again`() {
    var (order, members) = order(of: 1)
    order.visitSoon(members[0])
    #expect(order.next()?.number == 0)
    order.visitSoon(members[0])
    #expect(visitAll(&order) == [0])
  }

  @Test func `thousands that are due are all visited, in their order`() {
    var (order, members) = order(of: 2_000)
    for member in members { order.visitSoon(member) }
    #expect(visitAll(&order) == Array(0..<2_000))
  }
}
