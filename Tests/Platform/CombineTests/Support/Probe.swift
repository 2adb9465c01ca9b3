// SPDX-License-Identifier: Apache-2.0

import Combine
import Glibc
import Synchronization
import Testing

typealias Demand = Subscribers.Demand

/// A subscriber that keeps what it is told, asks for what a test says, and sees whether the contract is kept.
final class Probe<Input, Failure: Error>: Subscriber {
  private var receivedValues: [Input] = []
  private var receivedCompletions: [Subscribers.Completion<Failure>] = []
  private(set) var subscription: (any Subscription)?

  /// What the contract forbids and happened nevertheless.
  private(set) var violations: [String] = []

  /// Called with each value; returns how many more are wanted.
  var onValue: (Input) -> Demand

  /// Called with the completion.
  var onCompletion: (Subscribers.Completion<Failure>) -> Void = { _ in }

  private let initialDemand: Demand
  private let asked = Mutex(Demand.none)
  private let thread = Atomic<UInt>(0)

  /// The thread it was cancelled on; calls on that may not come any more. On another one may be on its way.
  private let canceller = Atomic<UInt>(0)

  /// - Parameters:
  ///   - demand: What is asked for upon subscribing.
  ///   - onValue: Called with each value; returns how many more are wanted.
  init(_ demand: Demand = .unlimited, onValue: @escaping (Input) -> Demand = { _ in .none }) {
    initialDemand = demand
    self.onValue = onValue
  }

  var values: [Input] {
    passOver()
    return receivedValues
  }

  var completions: [Subscribers.Completion<Failure>] {
    passOver()
    return receivedCompletions
  }

  var isFinished: Bool {
    guard completions.count == 1, case .finished = completions[0] else { return false }
    return true
  }

  var failure: Failure? {
    guard completions.count == 1, case .failure(let error) = completions[0] else { return nil }
    return error
  }

  func request(_ demand: Demand) {
    asked.withLock { $0 += demand }
    subscription?.request(demand)
  }

  func cancel() {
    subscription?.cancel()
    canceller.store(UInt(pthread_self()), ordering: .relaxed)
  }

  /// Expects that nothing has broken the contract.
  func expectKept(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(violations == [], sourceLocation: sourceLocation)
  }

  func receive(subscription: any Subscription) {
    alone {
      if self.subscription != nil { violations.append("a second subscription") }
      self.subscription = subscription
      request(initialDemand)
    }
  }

  func receive(_ input: Input) -> Demand {
    alone {
      if subscription == nil { violations.append("a value before the subscription") }
      if !receivedCompletions.isEmpty { violations.append("a value after the completion") }
      if isCancelledHere { violations.append("a value after cancelling") }
      let isWanted = asked.withLock { asked in
        defer { asked -= 1 }
        return asked > 0
      }
      if !isWanted { violations.append("a value without demand") }
      receivedValues.append(input)
      passOver()
      let more = onValue(input)
      asked.withLock { $0 += more }
      return more
    }
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    alone {
      if subscription == nil { violations.append("a completion before the subscription") }
      if !receivedCompletions.isEmpty { violations.append("a second completion") }
      if isCancelledHere { violations.append("a completion after cancelling") }
      receivedCompletions.append(completion)
      passOver()
      onCompletion(completion)
    }
  }

  /// Lets another thread see what this one has received, whatever the test tells it by: the sanitizer of threads does
  /// not know continuations.
  private func passOver() {
    asked.withLock { _ in }
  }

  private var isCancelledHere: Bool { canceller.load(ordering: .relaxed) == UInt(pthread_self()) }

  /// Performs a call, and sees that none comes from another thread meanwhile.
  private func alone<Result>(_ body: () -> Result) -> Result {
    let current = UInt(pthread_self())
    let before = thread.exchange(current, ordering: .relaxed)
    if before != 0, before != current { violations.append("calls from two threads at once") }
    defer { thread.store(before, ordering: .relaxed) }
    return body()
  }
}

extension Publisher {
  /// Subscribes a probe.
  func probe(_ demand: Demand = .unlimited) -> Probe<Output, Failure> {
    let probe = Probe<Output, Failure>(demand)
    subscribe(probe)
    return probe
  }
}
