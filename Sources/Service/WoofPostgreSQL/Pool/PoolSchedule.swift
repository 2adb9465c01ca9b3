// SPDX-License-Identifier: Apache-2.0

/// The rules of a pool, as a value: which call goes over which connection, which connections are made, and when.
///
/// A call takes an idle connection. Where there is none, another connection is made, as far as the pool may, and the call goes
/// over the one with the fewest calls. Where all have as many as they may, it waits, first come, first served.
struct PoolSchedule<Call> {
  /// The state of one place for a connection.
  enum Slot: Hashable {
    /// There is no connection, and none is made before this time.
    case closed(notBefore: Int64)
    /// A connection is being made.
    case opening
    /// There is a connection, with so many calls.
    case open(load: Int)
  }

  /// A step for the pool to carry out.
  enum Action {
    /// Sends a call over the connection in a slot.
    case send(Call, slot: Int)
    /// Makes a connection for a slot.
    case open(slot: Int)
    /// Refuses a call, as too many wait already.
    case refuse(Call)
  }

  private let depthLimit: Int
  private let waitingLimit: Int
  private(set) var slots: [Slot]
  /// The number of times in a row that a connection could not be made.
  private(set) var failureCount = 0
  private(set) var waiting = WaitingLine<Call>()

  /// Makes the schedule of a pool without connections.
  ///
  /// - Parameters:
  ///   - size: The most connections.
  ///   - depthLimit: The most calls that are under way on one connection.
  ///   - waitingLimit: The most calls that wait for a connection.
  init(size: Int, depthLimit: Int, waitingLimit: Int) {
    self.depthLimit = max(1, depthLimit)
    self.waitingLimit = waitingLimit
    slots = Array(repeating: .closed(notBefore: .min), count: max(1, size))
  }

  /// A call has come.
  mutating func arrive(_ call: Call, at now: Int64) -> [Action] {
    guard waiting.count < waitingLimit else { return [.refuse(call)] }
    waiting.append(call)
    return next(at: now)
  }

  /// So many calls on a connection have ended.
  mutating func ended(_ count: Int, slot: Int, at now: Int64) -> [Action] {
    guard case .open(let load) = slots[slot] else { return [] }
    slots[slot] = .open(load: max(0, load - count))
    return next(at: now)
  }

  /// A connection has been made.
  mutating func opened(slot: Int, at now: Int64) -> [Action] {
    failureCount = 0
    slots[slot] = .open(load: 0)
    return next(at: now)
  }

  /// A connection could not be made.
  ///
  /// - Parameter pause: Gives the time to wait after so many failures in a row.
  mutating func failed(slot: Int, at now: Int64, pause: (Int) -> Int64) {
    failureCount += 1
    let moment = now + pause(failureCount)
    slots[slot] = .closed(notBefore: moment)
    // A server that refuses one connection refuses the others.
    for (index, other) in slots.enumerated() {
      if case .closed(let notBefore) = other { slots[index] = .closed(notBefore: max(notBefore, moment)) }
    }
  }

  /// A connection was lost. The first attempt to make another comes at once.
  mutating func lost(slot: Int, at now: Int64) -> [Action] {
    slots[slot] = .closed(notBefore: now)
    return next(at: now)
  }

  /// Time has passed, and calls have been given up.
  mutating func timeIs(_ now: Int64, isOver: (Call) -> Bool) -> [Action] {
    waiting.removeAll(where: isOver)
    return next(at: now)
  }

  /// Takes all calls that wait.
  mutating func removeWaiting() -> [Call] { waiting.removeAll() }

  private mutating func next(at now: Int64) -> [Action] {
    var actions: [Action] = []
    while !waiting.isEmpty, let (slot, load) = leastLoaded, load < depthLimit, let call = waiting.popFirst() {
      slots[slot] = .open(load: load + 1)
      actions.append(.send(call, slot: slot))
    }
    let wanted = waiting.count + (isAnyIdle || actions.isEmpty ? 0 : 1)
    var openingCount = slots.count { $0 == .opening }
    for (index, slot) in slots.enumerated() where openingCount < wanted {
      guard case .closed(let notBefore) = slot, notBefore <= now else { continue }
      slots[index] = .opening
      openingCount += 1
      actions.append(.open(slot: index))
      // Where the last attempt failed, one is enough to find out.
      if failureCount > 0 { break }
    }
    return actions
  }

  private var isAnyIdle: Bool { slots.contains(.open(load: 0)) }

  private var leastLoaded: (slot: Int, load: Int)? {
    var least: (slot: Int, load: Int)?
    for (index, slot) in slots.enumerated() {
      guard case .open(let load) = slot, least.map({ load < $0.load }) ?? true else { continue }
      least = (index, load)
      if load == 0 { break }
    }
    return least
  }
}
