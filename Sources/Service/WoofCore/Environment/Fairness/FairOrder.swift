// SPDX-License-Identifier: Apache-2.0

/// The order in which clients' pieces of work are done: clients take turns, and dear work counts for several turns.
///
/// This is start-time fair queueing (Goyal, Vin and Cheng, 1996): each lane has the time at which its last turn ended,
/// counted in costs, and of those that wait the one whose next turn starts first is served. Whoever comes after a rest
/// starts now, so it gains nothing from having rested. Within a lane, what came first goes first.
///
/// A client has a bound of pieces that are being done, so that it never has all threads, and a bound of those that wait,
/// which shrinks as places fill. A pure value: pieces are numbers, and whoever asks does the work.
package struct FairOrder: Sendable {
  private struct Piece: Sendable {
    let number: Int
    let cost: UInt64
  }

  private struct LaneState: Sendable {
    var pieces: [Piece] = []
    var takenCount = 0
    var runningCount = 0
    var end: UInt64 = 0
    var waitingCount: Int { pieces.count - takenCount }

    mutating func takeFirst() -> Piece {
      let piece = pieces[takenCount]
      takenCount += 1
      if takenCount == pieces.count || takenCount == 1024 {
        pieces.removeFirst(takenCount)
        takenCount = 0
      }
      return piece
    }
  }

  /// The maximum number of idle lanes whose past turns are remembered. Beyond it, all idle lanes are forgotten.
  private static let idleLaneLimit = 1024

  private let waitingLimit: Int
  private let runningLimit: Int
  private var lanes: [WorkLane: LaneState] = [:]
  private var heap = TurnHeap()
  private var now: UInt64 = 0
  private var busyCount = 0
  /// The number of pieces of work that wait, in all lanes together. Pieces that run do not count.
  package private(set) var count = 0

  /// Makes an order without any work.
  ///
  /// - Parameters:
  ///   - threadCount: The number of threads that do the work. One client has all of them but a quarter, and at least
  ///     one.
  ///   - waitingLimit: The most pieces that may wait; one client has at most half of the places.
  package init(threadCount: Int, waitingLimit: Int) {
    self.waitingLimit = waitingLimit
    runningLimit = max(1, threadCount - max(1, threadCount / 4))
  }

  /// Appends a piece of work.
  ///
  /// - Parameter cost: The amount of work, in units of a look-up.
  /// - Returns: `true` if there was a place for it.
  package mutating func append(_ number: Int, of lane: WorkLane, cost: Int) -> Bool {
    var state = lanes[lane] ?? LaneState()
    let rest = waitingLimit - count
    guard rest > 0, lane.isOfService || state.waitingCount < max(1, rest) else { return false }
    let wasIdle = isIdle(state)
    state.pieces.append(Piece(number: number, cost: UInt64(max(1, cost))))
    count += 1
    if state.waitingCount == 1, state.runningCount < limit(of: lane) { rank(lane, state) }
    lanes[lane] = state
    if wasIdle { busyCount += 1 }
    return true
  }

  /// Takes the piece whose turn it is; ``finish(_:)`` tells its end.
  ///
  /// - Returns: `nil` where nothing waits, or only work of clients that have as much running as they may.
  package mutating func next() -> (number: Int, lane: WorkLane)? {
    guard let turn = heap.removeFirst(), var state = lanes[turn.lane] else { return nil }
    let piece = state.takeFirst()
    count -= 1
    state.runningCount += 1
    now = turn.start
    state.end = turn.start + piece.cost
    if state.waitingCount > 0, state.runningCount < limit(of: turn.lane) { rank(turn.lane, state) }
    lanes[turn.lane] = state
    return (piece.number, turn.lane)
  }

  /// Ends a piece of a lane that was taken.
  ///
  /// - Returns: `true` if another piece of the lane waits, so that a thread has to look for it: the threads that it was
  ///   announced to may have found the lane to have all that it may.
  package mutating func finish(_ lane: WorkLane) -> Bool {
    guard var state = lanes[lane] else { return false }
    let wasFull = state.runningCount == limit(of: lane)
    state.runningCount -= 1
    let hasMore = state.waitingCount > 0
    if wasFull, hasMore { rank(lane, state) }
    lanes[lane] = state
    if isIdle(state) { busyCount -= 1 }
    forgetIdleLanes()
    return hasMore
  }

  private func isIdle(_ state: LaneState) -> Bool { state.waitingCount == 0 && state.runningCount == 0 }

  private func limit(of lane: WorkLane) -> Int { lane.isOfService ? .max : runningLimit }

  private mutating func rank(_ lane: WorkLane, _ state: LaneState) {
    heap.insert(start: max(now, state.end), lane)
  }

  private mutating func forgetIdleLanes() {
    guard lanes.count - busyCount > Self.idleLaneLimit else { return }
    lanes = lanes.filter { !isIdle($0.value) }
  }
}

/// Lanes by the time at which their next turn starts, and by the order in which they came where that is the same.
private struct TurnHeap: Sendable {
  struct Turn: Sendable {
    let start: UInt64
    let order: UInt64
    let lane: WorkLane
  }

  private var turns: [Turn] = []
  private var lastOrder: UInt64 = 0

  mutating func insert(start: UInt64, _ lane: WorkLane) {
    lastOrder += 1
    turns.append(Turn(start: start, order: lastOrder, lane: lane))
    var index = turns.count - 1
    while index > 0, isEarlier(index, (index - 1) / 2) {
      turns.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  mutating func removeFirst() -> Turn? {
    guard let first = turns.first else { return nil }
    let last = turns.removeLast()
    guard !turns.isEmpty else { return first }
    turns[0] = last
    var index = 0
    while let child = earlierChild(of: index), isEarlier(child, index) {
      turns.swapAt(child, index)
      index = child
    }
    return first
  }

  private func earlierChild(of index: Int) -> Int? {
    let (left, right) = (2 * index + 1, 2 * index + 2)
    guard left < turns.count else { return nil }
    return right < turns.count && isEarlier(right, left) ? right : left
  }

  private func isEarlier(_ left: Int, _ right: Int) -> Bool {
    (turns[left].start, turns[left].order) < (turns[right].start, turns[right].order)
  }
}
