// SPDX-License-Identifier: Apache-2.0

/// Something with a deadline that moves often and passes rarely. Confined to one loop.
protocol DeadlineHolder: AnyObject {
  /// The time at which ``deadlinePassed()`` is to be called, in nanoseconds; `Int64.max` for never.
  var deadline: Int64 { get }
  /// The holder's place in the wheel. Only the wheel changes it.
  var wheelPlace: DeadlineWheel.Place { get set }
  /// The deadline has passed. It is called once; a new deadline makes it be called again.
  func deadlinePassed()
}

/// Deadlines of thousands of holders, to a quarter of a second. Holders sit in buckets by time. One whose deadline moves
/// to a later time stays where it is until its bucket is opened, so that moving a deadline back, which every request
/// does, is one store and one comparison.
struct DeadlineWheel {
  /// A holder's place in the wheel: a bucket, and a position in it.
  struct Place: Hashable {
    /// The tick at which the holder's bucket is opened; `Int64.max` where it sits in none.
    fileprivate(set) var tick = Int64.max
    fileprivate var index = 0

    /// The time at which the holder's bucket is opened, in nanoseconds; `Int64.max` if it sits in none.
    var time: Int64 { tick == .max ? .max : tick * DeadlineWheel.tickLength }
  }

  /// The length of a tick in nanoseconds.
  static let tickLength: Int64 = 250_000_000
  private static let bucketCount = 256

  private var buckets = [[any DeadlineHolder]](repeating: [], count: bucketCount)
  private var openedTick: Int64
  private var earliestTick = Int64.max

  /// Makes an empty wheel that starts at `now`.
  init(now: Int64) { openedTick = now / Self.tickLength }

  /// The time at which the wheel is to be advanced next, in nanoseconds; `nil` if nothing waits.
  var nextTime: Int64? { earliestTick == .max ? nil : earliestTick * Self.tickLength }

  /// Puts a holder whose deadline has become earlier than its place, or that has none yet, where it belongs.
  mutating func place(_ holder: any DeadlineHolder) {
    remove(holder)
    guard holder.deadline != .max else { return }
    let wanted = holder.deadline / Self.tickLength + 1
    let tick = min(max(wanted, openedTick + 1), openedTick + Int64(Self.bucketCount) - 1)
    let bucket = Int(tick % Int64(Self.bucketCount))
    holder.wheelPlace = Place(tick: tick, index: buckets[bucket].count)
    buckets[bucket].append(holder)
    earliestTick = min(earliestTick, tick)
  }

  /// Takes a holder out.
  mutating func remove(_ holder: any DeadlineHolder) {
    let place = holder.wheelPlace
    guard place.tick != .max else { return }
    let bucket = Int(place.tick % Int64(Self.bucketCount))
    let last = buckets[bucket].removeLast()
    if last !== holder {
      buckets[bucket][place.index] = last
      last.wheelPlace = place
    }
    holder.wheelPlace = Place()
  }

  /// Opens all buckets up to `now` and gives the holders whose deadline has passed; the others move on.
  mutating func advance(to now: Int64) -> [any DeadlineHolder] {
    let tick = now / Self.tickLength
    guard tick >= earliestTick else { return [] }
    var due: [any DeadlineHolder] = []
    var opened: [any DeadlineHolder] = []
    for offset in 1...max(1, min(tick - openedTick, Int64(Self.bucketCount))) {
      let bucket = Int((openedTick + offset) % Int64(Self.bucketCount))
      opened += buckets[bucket]
      buckets[bucket].removeAll(keepingCapacity: true)
    }
    openedTick = tick
    for holder in opened {
      holder.wheelPlace = Place()
      if holder.deadline <= now { due.append(holder) } else { place(holder) }
    }
    findEarliest()
    return due
  }

  private mutating func findEarliest() {
    earliestTick = .max
    for offset in 1..<Int64(Self.bucketCount)
    where !buckets[Int((openedTick + offset) % Int64(Self.bucketCount))].isEmpty {
      earliestTick = openedTick + offset
      return
    }
  }
}
