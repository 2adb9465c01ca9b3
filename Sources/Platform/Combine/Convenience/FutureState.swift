// SPDX-License-Identifier: Apache-2.0

/// The result of a future, and those who wait for it.
@usableFromInline
final class FutureState<Output, Failure: Error>: @unchecked Sendable {  // mutable state is behind the lock
  @usableFromInline typealias Receiver = FutureReceiver<Output, Failure>

  @usableFromInline let lock = Lock()
  @usableFromInline @exclusivity(unchecked) var result: Result<Output, Failure>?  // guarded by the lock
  @usableFromInline @exclusivity(unchecked) var waiting: [ObjectIdentifier: Receiver] = [:]  // guarded by the lock

  @inlinable init() {}

  /// The result, once it is there.
  @inlinable var currentResult: Result<Output, Failure>? { lock.withLock { result } }

  @inlinable func fulfill(_ result: Result<Output, Failure>) {
    let receivers: [Receiver] = lock.withLock {
      guard self.result == nil else { return [] }
      self.result = result
      guard !waiting.isEmpty else { return [] }
      defer { waiting = [:] }
      return Array(waiting.values)
    }
    for receiver in receivers { receiver.takeResult(receiver, result) }
  }

  @inlinable func add(_ receiver: Receiver) {
    let result: Result<Output, Failure>? = lock.withLock {
      if self.result == nil, !receiver.isOver { waiting[ObjectIdentifier(receiver)] = receiver }
      return self.result
    }
    if let result { receiver.takeResult(receiver, result) }
  }

  @inlinable func remove(_ receiver: Receiver) {
    _ = lock.withLock { waiting.removeValue(forKey: ObjectIdentifier(receiver)) }
  }
}

/// Waits for the result of a future, which does not know its type.
@usableFromInline class FutureReceiver<Output, Failure: Error> {
  /// Takes the result to the receiver, which is the first argument.
  @usableFromInline final let takeResult: (FutureReceiver, Result<Output, Failure>) -> Void

  @inlinable init(takeResult: @escaping (FutureReceiver, Result<Output, Failure>) -> Void) {
    self.takeResult = takeResult
  }

  /// `true` if no subscriber is left to take a result to. Subclasses override it.
  @usableFromInline var isOver: Bool { true }
}

/// Takes the result of a future to one subscriber, a value not before there is demand.
@usableFromInline
final class FutureSubscription<Downstream: Subscriber>: FutureReceiver<Downstream.Input, Downstream.Failure>,
  Subscription, CustomStringConvertible
{
  @usableFromInline typealias Output = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let description = "Future"
  @usableFromInline let lock = Lock()
  @usableFromInline var downstream: Downstream?
  @usableFromInline var future: FutureState<Output, Failure>?
  @usableFromInline var value: Output?
  @usableFromInline var isWanted = false
  @usableFromInline var isCancelled = false

  @inlinable init(_ downstream: Downstream, _ future: FutureState<Output, Failure>) {
    self.downstream = downstream
    self.future = future
    // Only such a subscription is handed to the closure.
    super.init { unsafeDowncast($0, to: FutureSubscription.self).take($1) }
  }

  @inlinable override var isOver: Bool { lock.withLock { downstream == nil } }

  @inlinable func take(_ result: Result<Output, Failure>) {
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

  @inlinable func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    let ready: (Downstream, Output)? = lock.withLock {
      isWanted = true
      guard let value = value.take(), let receiver = downstream.take() else { return nil }
      return (receiver, value)
    }
    if let (receiver, value) = ready { deliver(value, to: receiver) }
  }

  @inlinable func cancel() {
    let source = lock.withLock {
      isCancelled = true
      return future
    }
    _ = release()
    source?.remove(self)
  }

  @inlinable func release() -> Downstream? {
    lock.withLock { (downstream.take(), value.take(), future.take()) }.0
  }

  @inlinable func deliver(_ value: Output, to receiver: Downstream) {
    _ = receiver.receive(value)
    if lock.withLock({ isCancelled }) { return }
    receiver.receive(completion: .finished)
  }
}
