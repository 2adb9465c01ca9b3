// SPDX-License-Identifier: Apache-2.0

/// Something that is to be done at a time that can be moved. Confined to the loop's thread.
final class LoopDeadline {
  /// The time at which the deadline is due, in nanoseconds of ``TransferClock``.
  fileprivate(set) var time = Int64.max
  /// The position of the deadline in its queue; -1 if it is in none.
  fileprivate var position = -1
  /// The closure that is called when the deadline is due.
  let action: () -> Void

  init(_ action: @escaping () -> Void) { self.action = action }

  /// `true` while the deadline waits for its time.
  var isSet: Bool { position >= 0 }
}

/// Deadlines in the order in which they are due: a binary heap that knows where each one stands, so that it can be moved
/// and taken out.
struct LoopDeadlineQueue {
  private var heap: [LoopDeadline] = []

  /// The time at which the first deadline is due, in nanoseconds; `nil` if there is none.
  var firstTime: Int64? { heap.first?.time }

  /// The number of deadlines in the queue.
  var count: Int { heap.count }

  /// Puts a deadline where it belongs, wherever it was before.
  mutating func set(_ deadline: LoopDeadline, to time: Int64) {
    deadline.time = time
    if deadline.position < 0 {
      deadline.position = heap.count
      heap.append(deadline)
    }
    rise(from: deadline.position)
    sink(from: deadline.position)
  }

  /// Takes a deadline out; does nothing where it is not in.
  mutating func remove(_ deadline: LoopDeadline) {
    guard deadline.position >= 0 else { return }
    let position = deadline.position
    swap(position, heap.count - 1)
    heap.removeLast().position = -1
    guard position < heap.count else { return }
    rise(from: position)
    sink(from: position)
  }

  /// Takes out the first deadline whose time has come; `nil` where there is none.
  mutating func removeFirst(dueAt now: Int64) -> LoopDeadline? {
    guard let first = heap.first, first.time <= now else { return nil }
    remove(first)
    return first
  }

  private mutating func swap(_ left: Int, _ right: Int) {
    guard left != right else { return }
    heap.swapAt(left, right)
    heap[left].position = left
    heap[right].position = right
  }

  private mutating func rise(from start: Int) {
    var position = start
    while position > 0, heap[position].time < heap[(position - 1) / 2].time {
      swap(position, (position - 1) / 2)
      position = (position - 1) / 2
    }
  }

  private mutating func sink(from start: Int) {
    var position = start
    while true {
      var first = position
      for child in [2 * position + 1, 2 * position + 2] where child < heap.count && heap[child].time < heap[first].time
      {
        first = child
      }
      guard first != position else { return }
      swap(position, first)
      position = first
    }
  }
}
