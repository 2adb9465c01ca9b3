// SPDX-License-Identifier: Apache-2.0

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
