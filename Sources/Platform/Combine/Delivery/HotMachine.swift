// SPDX-License-Identifier: Apache-2.0

/// The machine of a source that sends when it likes: what comes while there is no demand is dropped.
struct HotMachine<Output>: OperatorMachine {
  typealias Failure = Never

  private var source = Connection.awaited
  private var outbox = Outbox<Output, Never>()

  var subscriptions: [any Subscription] { [source.subscription].compactMap { $0 } }

  /// Takes what stops the source when the subscriber cancels.
  mutating func attach(_ source: any Subscription) -> Bool {
    self.source.attach(source)
  }

  mutating func offer(_ value: Output) {
    if outbox.unmet > 0 { outbox.append(value) }
  }

  mutating func receive(demand: Subscribers.Demand) {
    outbox.ask(for: demand)
  }

  mutating func nextDelivery() -> OperatorDelivery<Output, Never>? {
    outbox.popDelivery()
  }

  func nextRequest(isAsking: Bool) -> OperatorRequest? {
    nil
  }
}
