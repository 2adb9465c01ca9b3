// SPDX-License-Identifier: Apache-2.0

/// The common part of all subjects: their subscribers, and the order in which these get what is sent.
///
/// Events take their turn. A caller that sends while another event is on its way, from another thread or from within a
/// subscriber, leaves its event to the caller that is sending. So no two calls to a subscriber overlap, all subscribers
/// see the same order, and no lock is held while they are called. An event goes to those who had subscribed when it was
/// sent.
@usableFromInline final class SubjectCore<Output, Failure: Error, Memory: SubjectMemory<Output>> {
  @usableFromInline typealias Receiver = SubjectReceiver<Output, Failure>

  @usableFromInline enum Event {
    case value(Output, to: [Receiver])
    case completion(Subscribers.Completion<Failure>, to: [Receiver])
    /// Of the latest value, to one that has asked for it.
    case latest(to: Receiver)
  }

  @usableFromInline let lock = Lock()
  @usableFromInline @exclusivity(unchecked) var receivers: [Receiver] = []  // guarded by the lock
  @usableFromInline @exclusivity(unchecked) var waiting: [Event] = []  // guarded by the lock
  @usableFromInline @exclusivity(unchecked) var isSending = false  // guarded by the lock
  @usableFromInline @exclusivity(unchecked) var completion: Subscribers.Completion<Failure>?  // guarded by the lock
  @usableFromInline @exclusivity(unchecked) var upstreams: [any Subscription] = []  // guarded by the lock
  @usableFromInline @exclusivity(unchecked) var hasDemand: Bool  // guarded by the lock

  /// The latest value sent.
  @usableFromInline @exclusivity(unchecked) var current: Memory  // guarded by the lock

  /// The latest value that has been on its way. It belongs to whoever is sending.
  @usableFromInline @exclusivity(unchecked) var latest: Memory  // reached by one at a time

  /// - Parameter memory: The state of the subject before anything is sent.
  @inlinable init(memory: Memory) {
    current = memory
    latest = memory
    hasDemand = Memory.keepsValue
  }

  deinit {
    for upstream in upstreams { upstream.cancel() }
  }

  /// The memory of the latest value that was sent.
  @inlinable var memory: Memory { lock.withLock { current } }

  @inlinable func send(_ value: Output) {
    let event: Event? = lock.withLock {
      guard completion == nil else { return nil }
      if Memory.keepsValue { current.note(value) }
      return begin(.value(value, to: receivers))
    }
    if let event { deliver(event) }
  }

  /// Remembers a value even after the completion, and sends it before.
  @inlinable func set(_ value: Output) {
    let event: Event? = lock.withLock {
      current.note(value)
      return completion == nil ? begin(.value(value, to: receivers)) : nil
    }
    if let event { deliver(event) }
  }

  @inlinable func send(completion: Subscribers.Completion<Failure>) {
    let (event, sources): (Event?, [any Subscription]) = lock.withLock {
      guard self.completion == nil else { return (nil, []) }
      self.completion = completion
      defer {
        receivers = []
        upstreams = []
      }
      return (begin(.completion(completion, to: receivers)), upstreams)
    }
    if let event { deliver(event) }
    for source in sources { source.cancel() }
  }

  /// Adds a subscriber.
  ///
  /// - Returns: The completion, if that has been sent before.
  @inlinable func add(_ receiver: Receiver) -> Subscribers.Completion<Failure>? {
    lock.withLock {
      if completion == nil { receivers.append(receiver) }
      return completion
    }
  }

  @inlinable func remove(_ receiver: Receiver) {
    let removed: Receiver? = lock.withLock {
      guard let index = receivers.firstIndex(where: { $0 === receiver }) else { return nil }
      return receivers.remove(at: index)
    }
    _ = removed
  }

  /// Sends the latest value to one that has asked for it, in its turn.
  @inlinable func sendLatest(to receiver: Receiver) {
    let event = lock.withLock { begin(.latest(to: receiver)) }
    if let event { deliver(event) }
  }

  /// Notes that a subscriber wants values, and so the publishers upstream are to send.
  @inlinable func noteDemand() {
    let sources: [any Subscription] = lock.withLock {
      if hasDemand { return [] }
      hasDemand = true
      return upstreams
    }
    for source in sources { source.request(.unlimited) }
  }

  @inlinable func add(upstream: any Subscription) {
    let (isOver, isWanted) = lock.withLock {
      if completion == nil { upstreams.append(upstream) }
      return (completion != nil, hasDemand)
    }
    if isOver {
      upstream.cancel()
    } else if isWanted {
      upstream.request(.unlimited)
    }
  }

  @inlinable func remove(upstream identifier: CombineIdentifier) {
    let removed: (any Subscription)? = lock.withLock {
      guard let index = upstreams.firstIndex(where: { $0.combineIdentifier == identifier }) else {
        return nil
      }
      return upstreams.remove(at: index)
    }
    _ = removed
  }

  /// The event, if it may go out now; otherwise it waits for its turn. To be called with the lock.
  @inlinable func begin(_ event: Event) -> Event? {
    if isSending {
      waiting.append(event)
      return nil
    }
    isSending = true
    return event
  }

  @inlinable func deliver(_ first: Event) {
    perform(first)
    while let events = takeWaiting() {
      for event in events { perform(event) }
    }
  }

  @inlinable func takeWaiting() -> [Event]? {
    lock.withLock {
      if waiting.isEmpty {
        isSending = false
        return nil
      }
      defer { waiting = [] }
      return waiting
    }
  }

  @inlinable func perform(_ event: Event) {
    switch event {
    case .value(let value, let receivers):
      if Memory.keepsValue { latest.note(value) }
      for receiver in receivers { receiver.takeValue(receiver, value) }
    case .completion(let completion, let receivers):
      for receiver in receivers { receiver.take(completion) }
    case .latest(let receiver):
      if let value = latest.latest { receiver.takeLatest(value) }
    }
  }
}
