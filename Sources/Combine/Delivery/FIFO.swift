/// A queue: what came first goes first. Both ends cost constant time, taken over many calls.
struct FIFO<Element> {
  private var storage: [Element?] = []
  private var head = 0

  var count: Int { storage.count - head }

  var isEmpty: Bool { head == storage.count }

  mutating func append(_ element: Element) {
    storage.append(element)
  }

  mutating func popFirst() -> Element? {
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
