// SPDX-License-Identifier: Apache-2.0

/// The subscription to a subject: counts the demand of one subscriber.
///
/// A value that comes without demand is lost, except that a subject with a memory makes up for the latest one.
@usableFromInline
final class SubjectSubscription<Downstream: Subscriber, Memory: SubjectMemory>:
  SubjectReceiver<Downstream.Input, Downstream.Failure>, Subscription
where Memory.Output == Downstream.Input {
  @usableFromInline typealias Output = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline typealias Core = SubjectCore<Output, Failure, Memory>

  /// An event that another thread has sent while the subscriber was being given its subscription.
  @usableFromInline enum Early {
    case value(Output)
    case completion(Subscribers.Completion<Failure>)
  }

  @usableFromInline let name: String
  @usableFromInline let lock = Lock()
  @usableFromInline @exclusivity(unchecked) var core: Core?  // guarded by the lock
  @usableFromInline @exclusivity(unchecked) var downstream: SharedValue<Downstream>?  // guarded by the lock
  @usableFromInline @exclusivity(unchecked) var demand = Subscribers.Demand.none  // guarded by the lock
  @usableFromInline @exclusivity(unchecked) var hasAsked = false  // guarded by the lock
  @usableFromInline @exclusivity(unchecked) var early: [Early] = []  // guarded by the lock

  /// The thread on which the subscriber is being told of its subscription; 0 afterwards.
  @usableFromInline @exclusivity(unchecked) var subscribingThread: UInt  // guarded by the lock

  /// `true` while the latest value is still to be delivered, which happens when the subscriber asks.
  @usableFromInline @exclusivity(unchecked) var isBehind = Memory.keepsValue  // guarded by the lock

  @inlinable init(_ downstream: Downstream, _ core: Core, name: String) {
    self.downstream = SharedValue(downstream)
    self.core = core
    self.name = name
    subscribingThread = currentThread()
    // Only such a subscription is handed to the closure.
    super.init { unsafeDowncast($0, to: SubjectSubscription.self).deliver($1) }
  }

  /// Subscribes `downstream` to a subject.
  ///
  /// - Parameter name: The name that the subscription has in log messages.
  @inlinable static func subscribe(_ downstream: Downstream, to core: Core, name: String) {
    let subscription = SubjectSubscription(downstream, core, name: name)
    if let completion = core.add(subscription) {
      downstream.receive(subscription: Subscriptions.empty)
      downstream.receive(completion: completion)
    } else {
      downstream.receive(subscription: subscription)
      subscription.endSubscribing()
    }
  }

  /// Lets out what other threads have sent meanwhile: no two calls to a subscriber overlap.
  @inlinable func endSubscribing() {
    while true {
      let next: Early? = lock.withLock {
        if early.isEmpty {
          subscribingThread = 0
          return nil
        }
        return early.removeFirst()
      }
      switch next {
      case .value(let value): deliver(value)
      case .completion(let completion): take(completion)
      case nil: return
      }
    }
  }

  /// Returns `true` if an event, which is then kept in ``early``, has to wait until the subscriber has its
  /// subscription. The caller must hold the lock.
  @inlinable func putsOff(_ event: @autoclosure () -> Early) -> Bool {
    guard subscribingThread != 0, subscribingThread != currentThread() else { return false }
    early.append(event())
    return true
  }

  @inlinable func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    let (source, isFirst, isBehind): (Core?, Bool, Bool) = lock.withLock {
      self.demand += demand
      defer { hasAsked = true }
      return (core, !hasAsked, self.isBehind)
    }
    if isFirst { source?.noteDemand() }
    if isBehind { source?.sendLatest(to: self) }
  }

  @inlinable func cancel() {
    let (source, receiver) = lock.withLock { (core.take(), downstream.take()) }
    source?.remove(self)
    _ = receiver
  }

  @inlinable func deliver(_ value: Output) {
    let receiver: SharedValue<Downstream>? = lock.withLock {
      if putsOff(.value(value)) { return nil }
      guard demand > .none, let downstream else {
        isBehind = Memory.keepsValue
        return nil
      }
      demand -= 1
      isBehind = false
      return downstream
    }
    guard let receiver else { return }
    let more = receiver.value.receive(value)
    guard more > .none else { return }
    lock.withLock { demand += more }
  }

  @inlinable override func takeLatest(_ value: Output) {
    guard lock.withLock({ isBehind && demand > .none }) else { return }
    deliver(value)
  }

  @inlinable override func take(_ completion: Subscribers.Completion<Failure>) {
    let (_, receiver): (Core?, SharedValue<Downstream>?) = lock.withLock {
      putsOff(.completion(completion)) ? (nil, nil) : (core.take(), downstream.take())
    }
    receiver?.value.receive(completion: completion)
  }
}

extension SubjectSubscription: CustomStringConvertible {
  @inlinable var description: String { name }
}
