// SPDX-License-Identifier: Apache-2.0

/// Things that become due, by their time and the order in which they came.
struct TimerHeap<Element> {
  private struct Entry {
    let time: Int64
    let number: UInt64
    let element: Element

    func precedes(_ other: Entry) -> Bool { time != other.time ? time < other.time : number < other.number }
  }

  private var heap: [Entry] = []
  private var count: UInt64 = 0

  /// `true` if nothing waits.
  var isEmpty: Bool { heap.isEmpty }

  /// The time of what is due first; `nil` where nothing waits.
  var firstTime: Int64? { heap.first?.time }

  /// Adds something that becomes due at a time.
  mutating func insert(_ element: Element, at time: Int64) {
    count += 1
    heap.append(Entry(time: time, number: count, element: element))
    var place = heap.count - 1
    while place > 0, heap[place].precedes(heap[(place - 1) / 2]) {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// Takes out what is due first; `nil` where nothing is due yet.
  mutating func removeFirst(dueAt now: Int64) -> Element? {
    guard let first = heap.first, first.time <= now else { return nil }
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < heap.count && heap[child].precedes(heap[least]) {
        least = child
      }
      guard least != place else { return first.element }
      heap.swapAt(place, least)
      place = least
    }
  }

  /// Takes out everything, in its order.
  mutating func removeAll() -> [Element] {
    defer { heap = [] }
    return heap.sorted { $0.precedes($1) }.map(\.element)
  }
}
