// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit
@testable import WoofAPI

struct RotationTests {
  final class Member: RotationMember {
    let number: Int
    var rotationIndex = 0
    init(_ number: Int) { self.number = number }
  }

  @Test func `a turn visits every member once`() {
    var rotation = Rotation<Member>()
    for number in 0..<5 { rotation.add(Member(number)) }
    #expect(!rotation.isTurning)
    rotation.startTurn()
    var visited: [Int] = []
    while let member = rotation.next() { visited.append(member.number) }
    #expect(visited == [0, 1, 2, 3, 4])
    #expect(!rotation.isTurning)
  }

  @Test func `a member that comes after the end of a turn does not reopen it`() {
    var rotation = Rotation<Member>()
    rotation.add(Member(0))
    #expect(!rotation.isTurning)
    #expect(rotation.next() == nil)
  }

  @Test func `a member that joins during a turn is visited in it`() {
    var rotation = Rotation<Member>()
    rotation.add(Member(0))
    rotation.startTurn()
    rotation.add(Member(1))
    #expect(rotation.next()?.number == 0)
    #expect(rotation.next()?.number == 1)
    #expect(rotation.next() == nil)
  }

  @Test func `each member that stays is visited exactly once, whoever joins or leaves`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      var rotation = Rotation<Member>()
      var present: [Member] = []
      var visits: [Int: Int] = [:]
      for number in 0..<20 {
        present.append(Member(number))
        rotation.add(present[number])
      }
      let original = Set(0..<20)
      var left: Set<Int> = []
      rotation.startTurn()
      while let member = rotation.next() {
        visits[member.number, default: 0] += 1
        if random.next() % 3 == 0, !present.isEmpty {
          let gone = present.remove(at: Int(random.next() % UInt64(present.count)))
          rotation.remove(gone)
          left.insert(gone.number)
        }
        if random.next() % 4 == 0, visits.count < 60 {
          let new = Member(100 + visits.count)
          present.append(new)
          rotation.add(new)
        }
      }
      #expect(visits.values.allSatisfy { $0 == 1 })
      #expect(original.subtracting(left).isSubset(of: Set(visits.keys)))
      #expect(rotation.members.enumerated().allSatisfy { $0.element.rotationIndex == $0.offset })
      #expect(Set(rotation.members.map(\.number)) == Set(present.map(\.number)))
    }
  }

  @Test func `removing an absent member does nothing`() {
    var rotation = Rotation<Member>()
    rotation.add(Member(0))
    rotation.remove(Member(1))
    #expect(rotation.members.count == 1)
  }
}
