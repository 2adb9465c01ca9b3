// SPDX-License-Identifier: Apache-2.0

/// A machine of an operator that makes one value out of a value of each of its upstreams.
///
/// The values themselves are of different types. They lie in cells beside the machine, under the same lock, filled by
/// whoever tells the machine of a value.
@usableFromInline protocol JoiningMachine: OperatorMachine {
  mutating func attach(_ subscription: any Subscription, at index: Int) -> Bool

  /// Returns `true` if the machine can still use values of the upstream.
  func accepts(from index: Int) -> Bool

  /// The upstream's cell has a new value.
  mutating func receivedValue(at index: Int)

  /// The upstream has completed.
  ///
  /// - Returns: Its subscription, to be released.
  mutating func receive(_ completion: Subscribers.Completion<Failure>, at index: Int) -> (any Subscription)?
}

extension Publisher {
  /// Subscribes to this publisher for an operator, as its upstream at `index`.
  ///
  /// - Parameter store: Puts a value into the upstream's cell; called under the lock. What it leaves in its argument is
  ///   released after that.
  @inlinable func join<Downstream, Machine: JoiningMachine>(
    _ conduit: Conduit<Downstream, Machine>, at index: Int, store: @escaping (inout Output?) -> Void
  ) where Failure == Downstream.Failure {
    guard !conduit.isOver else { return }
    subscribe(
      Inlet<Output, Failure>(
        conduit.description,
        attach: { subscription in conduit.update { $0.attach(subscription, at: index) } ?? false },
        take: { value in
          var value: Output? = value
          conduit.update { machine in
            guard machine.accepts(from: index) else { return }
            store(&value)
            machine.receivedValue(at: index)
          }
        },
        end: { completion in conduit.update { $0.receive(completion, at: index) } }))
  }
}
