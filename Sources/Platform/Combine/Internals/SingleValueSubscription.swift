// SPDX-License-Identifier: Apache-2.0

public import Synchronization

/// Sends one value as soon as there is demand, and finishes.
@usableFromInline
final class SingleValueSubscription<Downstream: Subscriber>: RoutedSubscription,
  CustomStringConvertible
{
  @usableFromInline let description: String
  @usableFromInline let state = Atomic(State.waiting)

  /// Belongs to whoever has changed the state from waiting, so that checks would only cost.
  @usableFromInline @exclusivity(unchecked) var delivery: (downstream: Downstream, value: Downstream.Input)?

  @usableFromInline enum State: UInt8, AtomicRepresentable {
    case waiting
    case delivering
    case cancelled
  }

  /// - Parameter name: The name that the subscription has in log messages.
  @inlinable init(_ downstream: Downstream, value: Downstream.Input, name: String) {
    delivery = (downstream, value)
    description = name
    // Only such a subscription is handed to the closure.
    super.init { unsafeDowncast($0, to: SingleValueSubscription.self).deliver(for: $1) }
  }

  @inlinable func deliver(for demand: Subscribers.Demand) {
    guard demand > .none, leaveWaiting(for: .delivering), let (downstream, value) = delivery.take() else { return }
    _ = downstream.receive(value)
    if state.load(ordering: .relaxed) == .cancelled { return }
    downstream.receive(completion: .finished)
  }

  @inlinable override func cancel() {
    if leaveWaiting(for: .cancelled) {
      delivery = nil
    } else {
      state.store(.cancelled, ordering: .relaxed)
    }
  }

  @inlinable func leaveWaiting(for next: State) -> Bool {
    state.compareExchange(expected: .waiting, desired: next, ordering: .acquiringAndReleasing).exchanged
  }
}
