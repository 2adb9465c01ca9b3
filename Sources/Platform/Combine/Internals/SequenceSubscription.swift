// SPDX-License-Identifier: Apache-2.0

public import Synchronization

/// Sends the elements of a sequence, and then a completion, as far as there is demand.
///
/// Whoever asks first sends, on its own thread. Requests that come meanwhile, from within a value or from another thread,
/// add to what that one sends.
@usableFromInline
final class SequenceSubscription<Downstream: Subscriber, Elements: Swift.Sequence>:
  RoutedSubscription
where Elements.Element == Downstream.Input {
  @usableFromInline let cancelled = Atomic(false)
  @usableFromInline let lock = Lock()
  @usableFromInline @exclusivity(unchecked) var pending = Subscribers.Demand.none  // guarded by the lock
  @usableFromInline @exclusivity(unchecked) var isSending = false  // guarded by the lock
  @usableFromInline @exclusivity(unchecked) var downstream: Downstream?  // guarded by the lock

  /// The sequence, which serves as the name of the subscription in log messages; `nil` once it is over.
  @usableFromInline @exclusivity(unchecked) var elements: Elements?  // guarded by the lock

  /// The elements that are left and the completion. Only the thread that is sending may touch them.
  @usableFromInline @exclusivity(unchecked) var remainder: Remainder?  // reached by one at a time

  @usableFromInline struct Remainder {
    @usableFromInline var next: Elements.Element
    @usableFromInline var iterator: Elements.Iterator
    @usableFromInline let completion: Subscribers.Completion<Downstream.Failure>

    @inlinable init(
      next: Elements.Element, iterator: Elements.Iterator, completion: Subscribers.Completion<Downstream.Failure>
    ) {
      self.next = next
      self.iterator = iterator
      self.completion = completion
    }
  }

  @inlinable init(_ downstream: Downstream, _ elements: Elements, _ remainder: Remainder) {
    self.remainder = remainder
    self.downstream = downstream
    self.elements = elements
    // Only such a subscription is handed to the closure.
    super.init { unsafeDowncast($0, to: SequenceSubscription.self).send(for: $1) }
  }

  /// Subscribes `downstream` to a sequence and the completion that follows it.
  ///
  /// A sequence without elements completes at once, whether there is demand or not.
  @inlinable static func subscribe(
    _ downstream: Downstream, to elements: Elements, then completion: Subscribers.Completion<Downstream.Failure>
  ) {
    var iterator = elements.makeIterator()
    if let first = iterator.next() {
      let remainder = Remainder(next: first, iterator: iterator, completion: completion)
      downstream.receive(subscription: SequenceSubscription(downstream, elements, remainder))
    } else {
      downstream.receive(subscription: Subscriptions.empty)
      downstream.receive(completion: completion)
    }
  }

  @inlinable func send(for demand: Subscribers.Demand) {
    let mustSend = lock.withLock {
      pending += demand
      guard !isSending, pending > .none, downstream != nil else { return false }
      isSending = true
      return true
    }
    if mustSend { send() }
  }

  @inlinable override func cancel() {
    cancelled.store(true, ordering: .relaxed)
    let released: (Downstream?, Elements?, Remainder?) = lock.withLock {
      (downstream.take(), elements.take(), isSending ? nil : remainder.take())
    }
    _ = released
  }

  @inlinable func send() {
    while let (receiver, wanted) = nextDemand() {
      var demand = wanted
      guard var left = remainder.take() else { return }
      while demand > .none {
        if cancelled.load(ordering: .relaxed) { return }
        let element = left.next
        let next = left.iterator.next()
        demand += receiver.receive(element)
        demand -= 1
        guard let next else { return finish(receiver, left.completion) }
        left.next = next
      }
      remainder = left
    }
  }

  /// Takes what has been asked for, or gives up sending if that is nothing.
  @inlinable func nextDemand() -> (Downstream, Subscribers.Demand)? {
    let next: (Downstream, Subscribers.Demand)?
    let released: Remainder?
    (next, released) = lock.withLock {
      if let downstream, pending > .none {
        defer { pending = .none }
        return ((downstream, pending), nil)
      }
      isSending = false
      return (nil, downstream == nil ? remainder.take() : nil)
    }
    _ = released
    return next
  }

  @inlinable func finish(_ receiver: Downstream, _ completion: Subscribers.Completion<Downstream.Failure>) {
    let (wanted, released) = lock.withLock { (downstream.take(), elements.take()) }
    _ = released
    if wanted != nil { receiver.receive(completion: completion) }
  }
}

extension SequenceSubscription: CustomStringConvertible {
  @usableFromInline var description: String {
    lock.withLock { elements }.map { String(describing: $0) } ?? "Sequence"
  }
}
