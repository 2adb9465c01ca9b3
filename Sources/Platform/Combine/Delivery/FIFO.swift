// SPDX-License-Identifier: Apache-2.0

/// A queue: what came first goes first. Both ends cost constant time, taken over many calls.
@usableFromInline struct FIFO<Element> {
  @usableFromInline var storage: [Element?] = []
  @usableFromInline var head = 0

  @inlinable init() {}

  @inlinable var count: Int { storage.count - head }

  @inlinable var isEmpty: Bool { head == storage.count }

  @inlinable var first: Element? { head < storage.count ? storage[head] : nil }

  @inlinable mutating func append(_ element: Element) {
    storage.append(element)
  }

  @inlinable mutating func popFirst() -> Element? {
    guard head < storage.count else { return nil }
    let element = storage[head].take()
    head += 1
    if head == storage.count {
      storage.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 32, head * 2 >= storage.count {
      storage.removeFirst(head)
      head = 0
    }
    return element
  }
}
