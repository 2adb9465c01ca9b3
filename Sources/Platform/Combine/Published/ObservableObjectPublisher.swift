// SPDX-License-Identifier: Apache-2.0

/// A publisher that publishes changes from observable objects.
public final class ObservableObjectPublisher: Publisher, Sendable {
  /// The kind of values published by this publisher: none to speak of.
  public typealias Output = Void

  /// This publisher does not fail.
  public typealias Failure = Never

  private let subject = PassthroughSubject<Void, Never>()

  /// Makes a publisher without subscribers.
  public init() {}

  /// Attaches the subscriber to this publisher. It is told of every change, whatever it asks for.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Void, S.Failure == Never {
    subject.subscribe(ChangeSubscriber(downstream: subscriber))
  }

  /// Sends the changed value to the downstream subscriber.
  public func send() {
    subject.send()
  }
}

extension ObservableObjectPublisher {
  private static let registry = ObservableObjectRegistry()

  /// The publisher of an object that has none of its own, made if there is none yet.
  static func publisher(of object: AnyObject) -> ObservableObjectPublisher {
    registry.publisher(of: object)
  }

  /// Tells the publisher of an object, if there is one, that the object is about to change.
  static func willChange(_ object: AnyObject) {
    registry.existingPublisher(of: object)?.send()
  }
}

/// Tells its subscriber of changes for which it has not asked: a change is not a value that may come later.
private struct ChangeSubscriber<Downstream: Subscriber>: Subscriber where Downstream.Input == Void {
  let downstream: Downstream
  let combineIdentifier = CombineIdentifier()

  func receive(subscription: any Subscription) {
    downstream.receive(subscription: ChangeSubscription(upstream: subscription))
    subscription.request(.unlimited)
  }

  func receive(_ input: Void) -> Subscribers.Demand {
    _ = downstream.receive(())
    return .none
  }

  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    downstream.receive(completion: completion)
  }
}

/// A subscription of which only cancelling has an effect.
private struct ChangeSubscription: Subscription, CustomStringConvertible {
  let upstream: any Subscription

  var combineIdentifier: CombineIdentifier { upstream.combineIdentifier }

  var description: String { "ObservableObjectPublisher" }

  func request(_ demand: Subscribers.Demand) {}

  func cancel() {
    upstream.cancel()
  }
}

/// The publishers of the observable objects that are alive.
private final class ObservableObjectRegistry: @unchecked Sendable {  // mutable state is behind the lock
  private struct Entry {
    weak var object: AnyObject?
    let publisher: ObservableObjectPublisher
  }

  private let lock = Lock()
  private var entries: [ObjectIdentifier: Entry] = [:]

  /// The number of entries at which those of objects that are gone are removed: twice as many as were alive the last
  /// time, at least 64, so that the search costs little per entry.
  private var limit = 64

  func existingPublisher(of object: AnyObject) -> ObservableObjectPublisher? {
    lock.withLock {
      entries[ObjectIdentifier(object)].flatMap { $0.object === object ? $0.publisher : nil }
    }
  }

  func publisher(of object: AnyObject) -> ObservableObjectPublisher {
    if let publisher = existingPublisher(of: object) { return publisher }
    let made = ObservableObjectPublisher()
    var released: [Entry] = []
    return lock.withLock {
      let identifier = ObjectIdentifier(object)
      if let entry = entries[identifier] {
        if entry.object === object { return entry.publisher }
        released.append(entry)
      }
      if entries.count >= limit { released += removeDead() }
      entries[identifier] = Entry(object: object, publisher: made)
      return made
    }
  }

  /// Removes the entries of objects that are gone. To be called with the lock.
  ///
  /// - Returns: The entries to release without the lock.
  private func removeDead() -> [Entry] {
    let dead = entries.filter { $0.value.object == nil }
    for identifier in dead.keys { entries[identifier] = nil }
    limit = Swift.max(64, entries.count * 2)
    return Array(dead.values)
  }
}
