internal import Dispatch
internal import Synchronization
internal import WoofCore

/// Calls that wait for a reader; clients take turns (``WoofCore/FairOrder``).
final class ReadQueue: Sendable {
  typealias Call = @Sendable (Reader) -> Void

  private struct State {
    var order: FairOrder
    /// The calls that wait, by place. A place is `nil` once its call has been taken.
    var places: [Call?] = []
    var freePlaces: [Int] = []
    var isClosed = false
  }

  private let state: Mutex<State>
  private let available = DispatchSemaphore(value: 0)

  /// Makes a queue that refuses what comes beyond `limit`.
  init(threadCount: Int, limit: Int) {
    state = Mutex(State(order: FairOrder(threadCount: threadCount, waitingLimit: limit)))
  }

  /// How many calls wait.
  var count: Int { state.withLock { $0.order.count } }

  /// Appends a call, of the client of the current task.
  ///
  /// - Parameter cost: How much work it is, in units of a look-up.
  /// - Returns: Whether it was taken: not where too many wait, nor after the queue was closed.
  func append(cost: Int, _ call: @escaping Call) -> Bool {
    let lane = WorkLane(WorkClient.current)
    let isTaken = state.withLock { state in
      guard !state.isClosed else { return false }
      let place = state.freePlaces.last ?? state.places.count
      guard state.order.append(place, of: lane, cost: cost) else { return false }
      if place == state.places.count {
        state.places.append(call)
      } else {
        state.freePlaces.removeLast()
        state.places[place] = call
      }
      return true
    }
    if isTaken { available.signal() }
    return isTaken
  }

  /// Lets the readers take what waits, and then end.
  func close() {
    state.withLock { $0.isClosed = true }
    available.signal()
  }

  /// Makes the calls on the calling thread, until the queue has been closed and is empty.
  func serve(_ reader: Reader) {
    while !isOver {
      available.wait()
      guard let lane = callNext(reader) else { continue }
      let mayGoOn = state.withLock { $0.order.finish(lane) || $0.isClosed }
      if mayGoOn { available.signal() }
    }
    // Wakes the next reader, so that one signal ends them all.
    available.signal()
  }

  private var isOver: Bool { state.withLock { $0.isClosed && $0.order.count == 0 } }

  private func callNext(_ reader: Reader) -> WorkLane? {
    let (call, lane) = state.withLock { state -> (Call?, WorkLane?) in
      guard let turn = state.order.next() else { return (nil, nil) }
      state.freePlaces.append(turn.number)
      return (state.places[turn.number].take(), turn.lane)
    }
    call?(reader)
    return lane
  }
}
