// SPDX-License-Identifier: Apache-2.0

/// A queue: first come, first served, in constant time on average.
struct WaitingLine<Element> {
  private var elements: [Element?] = []
  private var head = 0

  /// The number of elements.
  var count: Int { elements.count - head }

  /// `true` if there is none.
  var isEmpty: Bool { count == 0 }

  /// The element that has waited longest.
  var first: Element? {
    get { isEmpty ? nil : elements[head] }
    set { if !isEmpty { elements[head] = newValue } }
  }

  /// All elements, in their order.
  var all: [Element] { elements[head...].compactMap { $0 } }

  /// Puts an element at the end.
  mutating func append(_ element: Element) { elements.append(element) }

  /// Takes the element that has waited longest.
  mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    let element = elements[head].take()
    head += 1
    if head == elements.count {
      elements.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 64, head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }

  /// Takes the elements that fulfil a condition.
  mutating func removeAll(where isRemoved: (Element) -> Bool) {
    elements = elements[head...].filter { $0.map { !isRemoved($0) } ?? false }
    head = 0
  }

  /// Takes all.
  mutating func removeAll() -> [Element] {
    defer { self = WaitingLine() }
    return all
  }
}
