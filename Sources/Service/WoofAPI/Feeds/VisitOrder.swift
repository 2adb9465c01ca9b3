// SPDX-License-Identifier: Apache-2.0

/// A member of a ``VisitOrder``, which visits it.
protocol VisitOrderMember: RotationMember {
  /// `true` while the member waits to be visited out of turn. Only the order changes it.
  var isDue: Bool { get set }
}

/// The order in which members are visited: in turns over all of them, and out of turn where one is due. It takes from
/// both by turns, so that neither waits for the end of the other.
struct VisitOrder<Member: VisitOrderMember> {
  /// The number of visited members that the list of those that are due keeps before it closes the gap.
  private static var gapLimit: Int { 512 }

  private var rotation = Rotation<Member>()
  /// The members to be visited out of turn, the first of them at `dueIndex`.
  private var due: [Member] = []
  private var dueIndex = 0
  private var takesDueNext = false

  /// All members, in no particular order.
  var members: [Member] { rotation.members }

  /// `true` if a turn is under way: it has members that it has not visited.
  var isTurning: Bool { rotation.isTurning }

  /// `true` if a member is to be visited, in turn or out of turn.
  var hasNext: Bool { rotation.isTurning || dueIndex < due.count }

  /// Adds a member. A turn that is under way visits it.
  mutating func add(_ member: Member) { rotation.add(member) }

  /// Takes a member out of the turns; where it is due, it is still visited.
  mutating func remove(_ member: Member) { rotation.remove(member) }

  /// Starts a turn over all members.
  mutating func startTurn() { rotation.startTurn() }

  /// Has a member visited out of turn, once, however often it is asked for until then.
  mutating func visitSoon(_ member: Member) {
    guard !member.isDue else { return }
    member.isDue = true
    due.append(member)
  }

  /// The next member to visit; `nil` where ``hasNext`` is `false`.
  mutating func next() -> Member? {
    takesDueNext.toggle()
    if takesDueNext { return nextDue() ?? rotation.next() }
    return rotation.next() ?? nextDue()
  }

  private mutating func nextDue() -> Member? {
    guard dueIndex < due.count else { return nil }
    let member = due[dueIndex]
    member.isDue = false
    dueIndex += 1
    if dueIndex == due.count || dueIndex == Self.gapLimit {
      due.removeFirst(dueIndex)
      dueIndex = 0
    }
    return member
  }
}

/// A member of a ``Rotation``, which visits it.
protocol RotationMember: AnyObject {
  /// The position of the member in the rotation. Only the rotation changes it.
  var rotationIndex: Int { get set }
}

/// Visits its members one after the other, a few at a time, so that each is visited once in a turn whoever comes and
/// goes meanwhile. Members come and go at no more cost than a few swaps.
struct Rotation<Member: RotationMember> {
  /// The members: first those that the turn has visited, then those that it has not.
  private(set) var members: [Member] = []
  private var visitedCount = 0

  /// `true` if there are members that the turn has not visited.
  var isTurning: Bool { visitedCount < members.count }

  /// Starts a turn over all members.
  mutating func startTurn() { visitedCount = 0 }

  /// The next member that has not been visited; `nil` at the end of the turn.
  mutating func next() -> Member? {
    guard isTurning else { return nil }
    defer { visitedCount += 1 }
    return members[visitedCount]
  }

  /// Adds a member. A turn that is under way visits it; the end of a turn stays its end.
  mutating func add(_ member: Member) {
    let wasTurning = isTurning
    member.rotationIndex = members.count
    members.append(member)
    if !wasTurning { visitedCount = members.count }
  }

  /// Takes a member out.
  mutating func remove(_ member: Member) {
    var hole = member.rotationIndex
    guard hole < members.count, members[hole] === member else { return }
    if hole < visitedCount {
      visitedCount -= 1
      move(from: visitedCount, to: hole)
      hole = visitedCount
    }
    move(from: members.count - 1, to: hole)
    members.removeLast()
  }

  private mutating func move(from source: Int, to target: Int) {
    guard source != target else { return }
    members[target] = members[source]
    members[target].rotationIndex = target
  }
}
