// SPDX-License-Identifier: Apache-2.0

/// The shared state of a published property: its value, its subscribers, and the subscriptions that assign to it.
///
/// The property itself is a structure inside its object; its publisher reaches this object instead.
final class PublishedStorage<Value> {
  /// The subscribers of the property's publisher, which are told of each new value before it is set.
  let core: SubjectCore<Value, Never, LatestValue<Value>>

  private let lock = Lock()
  private var current: Value
  private weak var enclosing: AnyObject?
  private var sources: [CombineIdentifier: any Subscription] = [:]

  init(_ value: Value) {
    current = value
    core = SubjectCore(memory: LatestValue(value: value))
  }

  deinit {
    for source in sources.values { source.cancel() }
  }

  var value: Value { lock.withLock { current } }

  /// The object that has the property, once that is known.
  var owner: AnyObject? {
    get { lock.withLock { enclosing } }
    set { lock.withLock { enclosing = newValue } }
  }

  /// Tells the object's subscribers and the property's, and then changes the value.
  func set(_ value: Value) {
    if let owner { ObservableObjectPublisher.willChange(owner) }
    core.send(value)
    let previous = lock.withLock {
      defer { current = value }
      return current
    }
    _ = previous
  }

  func add(_ source: any Subscription) {
    lock.withLock { sources[source.combineIdentifier] = source }
  }

  func remove(_ source: any Subscription) {
    let removed = lock.withLock { sources.removeValue(forKey: source.combineIdentifier) }
    _ = removed
  }
}

/// Assigns what a publisher sends to a published property, which keeps the subscription and is not kept by it.
final class PublishedSubscriber<Value>: Subscriber {
  private let subscription = OperatorSubscription("Published")
  private weak var storage: PublishedStorage<Value>?

  init(_ storage: PublishedStorage<Value>) {
    self.storage = storage
  }

  func receive(subscription upstream: any Subscription) {
    guard subscription.attach(upstream) else { return }
    guard let storage else { return subscription.cancel() }
    storage.add(subscription)
    subscription.request(.unlimited)
  }

  func receive(_ input: Value) -> Subscribers.Demand {
    if !subscription.isOver { storage?.set(input) }
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) {
    _ = subscription.end()
    storage?.remove(subscription)
  }
}
