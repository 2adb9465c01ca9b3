// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Synchronization
package import WoofSystem

/// Pieces of work that wait for a thread; clients take turns (``FairOrder``).
package final class WorkQueue: Sendable {
  private struct State {
    var order: FairOrder
    /// The work that waits, by place. A place is `nil` once its work has been taken, so that the queue keeps nothing
    /// alive that the work held.
    var places: [(@Sendable () -> Void)?] = []
    var freePlaces: [Int] = []
    var isClosed = false
  }

  private let state: Mutex<State>
  private let available = DispatchSemaphore(value: 0)
  private let threadCount: Int
  /// The turns in which the work is done, where no threads do it.
  private let turns: WorkerTurns?

  /// Makes a queue in which `limit` pieces of work may wait for one of the threads.
  package init(threadCount: Int = 1, limit: Int, on workplace: Workplace = .threads) {
    state = Mutex(State(order: FairOrder(threadCount: threadCount, waitingLimit: limit)))
    self.threadCount = threadCount
    turns = workplace.makeTurns()
  }

  /// Starts to work, until the queue has been closed and is empty.
  ///
  /// - Parameters:
  ///   - name: The name of the threads.
  ///   - whenOver: Is called when the last piece of work is done.
  package func start(named name: String, whenOver: @escaping @Sendable () -> Void = {}) {
    if let turns { return turns.begin { self.takeTurn(whenOver) } }
    let running = RunningThreads(count: threadCount, whenOver)
    for _ in 0..<threadCount {
      SystemThread.start(named: name) {
        self.runUntilClosed()
        running.end()
      }
    }
  }

  /// The number of pieces of work that wait.
  package var count: Int { state.withLock { $0.order.count } }

  /// Appends a piece of work, of the client of the current task.
  ///
  /// - Parameter cost: The amount of work, in units of a look-up; 1 by default.
  /// - Returns: `true` if there was a place for it; `false` also after the queue was closed.
  package func append(cost: Int = 1, _ work: @escaping @Sendable () -> Void) -> Bool {
    let lane = WorkLane(WorkClient.current)
    let isTaken = state.withLock { state in
      guard !state.isClosed else { return false }
      let place = state.freePlaces.last ?? state.places.count
      guard state.order.append(place, of: lane, cost: cost) else { return false }
      if place == state.places.count {
        state.places.append(work)
      } else {
        state.freePlaces.removeLast()
        state.places[place] = work
      }
      return true
    }
    if isTaken { wake() }
    return isTaken
  }

  /// Takes nothing more; the threads end after what waits.
  package func close() {
    state.withLock { $0.isClosed = true }
    wake()
  }

  private func wake() {
    if let turns { turns.wake() } else { available.signal() }
  }

  /// Does one piece of work, so that others have their turns in between.
  private func takeTurn(_ whenOver: () -> Void) -> WorkerTurns.Rest {
    if let lane = runNext() { _ = state.withLock { $0.order.finish(lane) } }
    guard !isOver else {
      whenOver()
      return .over
    }
    return count > 0 ? .atMost(0) : .untilWoken
  }

  /// Works on the calling thread until the queue has been closed and is empty.
  package func runUntilClosed() {
    while !isOver {
      available.wait()
      guard let lane = runNext() else { continue }
      let mayGoOn = state.withLock { $0.order.finish(lane) || $0.isClosed }
      if mayGoOn { available.signal() }
    }
    // Wakes the next thread, so that one signal ends them all.
    available.signal()
  }

  private var isOver: Bool { state.withLock { $0.isClosed && $0.order.count == 0 } }

  private func runNext() -> WorkLane? {
    let (work, lane) = state.withLock { state -> ((@Sendable () -> Void)?, WorkLane?) in
      guard let turn = state.order.next() else { return (nil, nil) }
      state.freePlaces.append(turn.number)
      return (state.places[turn.number].take(), turn.lane)
    }
    work?()
    return lane
  }
}

/// Counts threads down to the last.
private final class RunningThreads: Sendable {
  private let count: Atomic<Int>
  private let whenOver: @Sendable () -> Void

  init(count: Int, _ whenOver: @escaping @Sendable () -> Void) {
    self.count = Atomic(count)
    self.whenOver = whenOver
  }

  func end() {
    if count.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { whenOver() }
  }
}
