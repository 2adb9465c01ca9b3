/// A publisher that eventually produces a single value and then finishes or fails.
///
/// What makes the value starts when the future is made, runs once, and its result is kept for all subscribers, of before
/// and after.
public final class Future<Output, Failure: Error>: Publisher {
  /// A type that represents a closure to invoke in the future, when an element or error is available.
  ///
  /// It may be called from any thread; only the first call counts.
  public typealias Promise = @Sendable (Result<Output, Failure>) -> Void

  private let state = FutureState<Output, Failure>()

  /// Makes a publisher that invokes a promise closure when the publisher emits an element.
  ///
  /// - Parameter attemptToFulfill: Called at once, with the promise to keep.
  public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
    attemptToFulfill { [state] result in state.fulfill(result) }
  }

  /// Sends the value when it is there and the subscriber has asked for it; fails as soon as there is a failure.
  public func receive<S: Subscriber>(subscriber: S) where Output == S.Input, Failure == S.Failure {
    let subscription = FutureSubscription(subscriber, state)
    subscriber.receive(subscription: subscription)
    state.add(subscription)
  }
}

/// The result of a future, and those who wait for it.
final class FutureState<Output, Failure: Error>: @unchecked Sendable {  // mutable state is behind the lock
  private let lock = Lock()
  private var result: Result<Output, Failure>?
  private var waiting: [ObjectIdentifier: any FutureReceiver<Output, Failure>] = [:]

  func fulfill(_ result: Result<Output, Failure>) {
    let receivers: [any FutureReceiver<Output, Failure>] = lock.withLock {
      guard self.result == nil else { return [] }
      self.result = result
      defer { waiting = [:] }
      return Array(waiting.values)
    }
    for receiver in receivers { receiver.take(result) }
  }

  func add(_ receiver: any FutureReceiver<Output, Failure>) {
    let result: Result<Output, Failure>? = lock.withLock {
      if self.result == nil, !receiver.isOver { waiting[ObjectIdentifier(receiver)] = receiver }
      return self.result
    }
    if let result { receiver.take(result) }
  }

  func remove(_ receiver: any FutureReceiver<Output, Failure>) {
    _ = lock.withLock { waiting.removeValue(forKey: ObjectIdentifier(receiver)) }
  }
}

/// Waits for the result of a future.
protocol FutureReceiver<Output, Failure>: AnyObject {
  /// The value of a good result.
  associatedtype Output

  /// The error of a bad one.
  associatedtype Failure: Error

  /// Whether there is nobody left to take a result to.
  var isOver: Bool { get }

  /// Takes the result.
  func take(_ result: Result<Output, Failure>)
}

/// Takes the result of a future to one subscriber, a value not before there is demand.
final class FutureSubscription<Downstream: Subscriber>: Subscription, FutureReceiver {
  typealias Output = Downstream.Input
  typealias Failure = Downstream.Failure

  private let lock = Lock()
  private var downstream: Downstream?
  private var future: FutureState<Output, Failure>?
  private var value: Output?
  private var isWanted = false
  private var isCancelled = false

  init(_ downstream: Downstream, _ future: FutureState<Output, Failure>) {
    self.downstream = downstream
    self.future = future
  }

  var isOver: Bool { lock.withLock { downstream == nil } }

  func take(_ result: Result<Output, Failure>) {
    switch result {
    case .failure(let error):
      release()?.receive(completion: .failure(error))
    case .success(let value):
      let receiver: Downstream? = lock.withLock {
        future = nil
        if isWanted { return downstream.take() }
        self.value = downstream == nil ? nil : value
        return nil
      }
      if let receiver { deliver(value, to: receiver) }
    }
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    let ready: (Downstream, Output)? = lock.withLock {
      isWanted = true
      guard let value = value.take(), let receiver = downstream.take() else { return nil }
      return (receiver, value)
    }
    if let (receiver, value) = ready { deliver(value, to: receiver) }
  }

  func cancel() {
    let source = lock.withLock {
      isCancelled = true
      return future
    }
    _ = release()
    source?.remove(self)
  }

  private func release() -> Downstream? {
    lock.withLock { (downstream.take(), value.take(), future.take()) }.0
  }

  private func deliver(_ value: Output, to receiver: Downstream) {
    _ = receiver.receive(value)
    if lock.withLock({ isCancelled }) { return }
    receiver.receive(completion: .finished)
  }
}

extension FutureSubscription: CustomStringConvertible {
  var description: String { "Future" }
}
