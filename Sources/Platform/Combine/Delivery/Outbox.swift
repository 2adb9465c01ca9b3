// SPDX-License-Identifier: Apache-2.0

/// Values on their way to a subscriber, how many it has asked for, and the completion behind them.
///
/// A value type without a lock: its owner guards it.
@usableFromInline struct Outbox<Value, Failure: Error> {
  /// The number of values that the subscriber has asked for and not been given yet.
  @usableFromInline var demand = Subscribers.Demand.none
  @usableFromInline var values = FIFO<Value>()
  @usableFromInline var completion: Subscribers.Completion<Failure>?

  @inlinable init() {}

  /// The number of values that wait to be delivered.
  @inlinable var count: Int { values.count }

  /// `true` if the completion is known, so that nothing more may be put in.
  @inlinable var isClosed: Bool { completion != nil }

  /// The demand that is left beyond the values that wait already.
  @inlinable var unmet: Subscribers.Demand { demand - values.count }

  /// `true` if a value or the completion can be delivered now.
  @inlinable var isReady: Bool {
    switch completion {
    case nil: demand > 0 && !values.isEmpty
    case .failure: true
    case .finished: demand > 0 || values.isEmpty
    }
  }

  @inlinable mutating func ask(for more: Subscribers.Demand) {
    demand += more
  }

  @inlinable mutating func append(_ value: Value) {
    guard completion == nil else { return }
    values.append(value)
  }

  /// Returns `true` if a value that comes now goes out at once, as it is asked for and nothing waits before it.
  ///
  /// The value counts as delivered then: the demand is one less.
  @inlinable mutating func passes() -> Bool {
    guard completion == nil, values.isEmpty, demand > 0 else { return false }
    demand -= 1
    return true
  }

  /// Takes a value away undelivered: the one that has waited longest.
  @inlinable mutating func discardOldest() -> Value? {
    values.popFirst()
  }

  /// Puts the completion behind the values. Only the first one counts.
  @inlinable mutating func close(_ completion: Subscribers.Completion<Failure>) {
    guard self.completion == nil else { return }
    self.completion = completion
  }

  /// The next value, if the subscriber has asked for one.
  @inlinable mutating func popValue() -> Value? {
    guard demand > 0, let value = values.popFirst() else { return nil }
    demand -= 1
    return value
  }

  /// Takes out what the subscriber gets next: a value it has asked for, or the completion; `nil` if nothing is due.
  @inlinable mutating func popDelivery() -> OperatorDelivery<Value, Failure>? {
    if let value = popValue() { return .value(value) }
    return completionDue().map { .completion($0) }
  }

  /// The next values that the subscriber has asked for, not more than so many.
  mutating func popValues(atMost most: Int) -> FIFO<Value> {
    if values.count <= most, demand >= values.count {
      let all = values
      values = FIFO()
      demand -= all.count
      return all
    }
    var some = FIFO<Value>()
    while some.count < most, let value = popValue() { some.append(value) }
    return some
  }

  /// The completion, once nothing goes before it: a failure does not wait for demand, the end waits for every value.
  ///
  /// To be asked for after ``popValue()`` has had nothing.
  @inlinable func completionDue() -> Subscribers.Completion<Failure>? {
    if case .finished = completion, !values.isEmpty { return nil }
    return completion
  }
}
