// SPDX-License-Identifier: Apache-2.0

/// Timers in the order in which they fire: a binary heap that knows where each timer stands, so that one can be taken
/// out. Confined to one loop.
struct TimerQueue {
  private var heap: [ScheduledTimer] = []

  /// The time at which the first timer fires, in nanoseconds; `nil` if there is none.
  var firstDeadline: Int64? { heap.first?.deadline }

  /// The number of timers that wait.
  var count: Int { heap.count }

  /// Puts a timer in its place.
  mutating func insert(_ timer: ScheduledTimer) {
    timer.position = heap.count
    heap.append(timer)
    rise(from: heap.count - 1)
  }

  /// Takes a timer out; does nothing where it is not in.
  mutating func remove(_ timer: ScheduledTimer) {
    guard timer.position >= 0 else { return }
    let position = timer.position
    swap(position, heap.count - 1)
    heap.removeLast().position = -1
    guard position < heap.count else { return }
    rise(from: position)
    sink(from: position)
  }

  /// Takes out the first timer whose time has come; `nil` where there is none.
  mutating func removeFirst(dueAt now: Int64) -> ScheduledTimer? {
    guard let first = heap.first, first.deadline <= now else { return nil }
    remove(first)
    return first
  }

  private func precedes(_ left: Int, _ right: Int) -> Bool {
    let (left, right) = (heap[left], heap[right])
    return left.deadline != right.deadline ? left.deadline < right.deadline : left.number < right.number
  }

  private mutating func swap(_ left: Int, _ right: Int) {
    heap.swapAt(left, right)
    heap[left].position = left
    heap[right].position = right
  }

  private mutating func rise(from start: Int) {
    var position = start
    while position > 0, precedes(position, (position - 1) / 2) {
      swap(position, (position - 1) / 2)
      position = (position - 1) / 2
    }
  }

  private mutating func sink(from start: Int) {
    var position = start
    while true {
      var first = position
      for child in [2 * position + 1, 2 * position + 2] where child < heap.count && precedes(child, first) {
        first = child
      }
      guard first != position else { return }
      swap(position, first)
      position = first
    }
  }
}
