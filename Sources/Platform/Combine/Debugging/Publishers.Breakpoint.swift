// SPDX-License-Identifier: Apache-2.0

import Glibc

extension Publishers {
  /// A publisher that raises a debugger signal when a provided closure needs to stop the process in the debugger.
  ///
  /// When any of the provided closures returns `true`, this publisher raises the `SIGTRAP` signal to stop the process in
  /// the debugger. Without a debugger that ends the process.
  public struct Breakpoint<Upstream: Publisher>: Publisher {
    /// The kind of values published by this publisher.
    public typealias Output = Upstream.Output

    /// The kind of errors this publisher might publish.
    public typealias Failure = Upstream.Failure

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// A closure that executes when the publisher receives a subscription, and can raise a debugger signal by returning
    /// a true Boolean value.
    public let receiveSubscription: ((any Subscription) -> Bool)?

    /// A closure that executes when the publisher receives output from the upstream publisher, and can raise a debugger
    /// signal by returning a true Boolean value.
    public let receiveOutput: ((Upstream.Output) -> Bool)?

    /// A closure that executes when the publisher receives completion, and can raise a debugger signal by returning a
    /// true Boolean value.
    public let receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Bool)?

    /// Makes a publisher that republishes `upstream` and stops where a closure says so.
    public init(
      upstream: Upstream,
      receiveSubscription: ((any Subscription) -> Bool)? = nil,
      receiveOutput: ((Upstream.Output) -> Bool)? = nil,
      receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Bool)? = nil
    ) {
      self.upstream = upstream
      self.receiveSubscription = receiveSubscription
      self.receiveOutput = receiveOutput
      self.receiveCompletion = receiveCompletion
    }

    /// Attaches the subscriber to the upstream publisher, with the closures in between.
    public func receive<S: Subscriber>(subscriber: S)
    where Upstream.Output == S.Input, Upstream.Failure == S.Failure {
      upstream.subscribe(BreakpointSubscriber(downstream: subscriber, breakpoint: self))
    }
  }
}

/// Asks closures whether to stop before it passes on what they are asked about.
struct BreakpointSubscriber<Downstream: Subscriber, Upstream: Publisher>: Subscriber
where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
  let downstream: Downstream
  let breakpoint: Publishers.Breakpoint<Upstream>
  let combineIdentifier = CombineIdentifier()

  func receive(subscription: any Subscription) {
    stop(if: breakpoint.receiveSubscription?(subscription))
    downstream.receive(subscription: subscription)
  }

  func receive(_ input: Upstream.Output) -> Subscribers.Demand {
    stop(if: breakpoint.receiveOutput?(input))
    return downstream.receive(input)
  }

  func receive(completion: Subscribers.Completion<Upstream.Failure>) {
    stop(if: breakpoint.receiveCompletion?(completion))
    downstream.receive(completion: completion)
  }

  private func stop(if condition: Bool?) {
    if condition == true { raise(SIGTRAP) }
  }
}

extension Publisher {
  /// Raises a debugger signal when a provided closure needs to stop the process in the debugger.
  ///
  /// - Parameters:
  ///   - receiveSubscription: Called with the subscription; `true` stops.
  ///   - receiveOutput: Called with each element; `true` stops.
  ///   - receiveCompletion: Called with the completion; `true` stops.
  public func breakpoint(
    receiveSubscription: ((any Subscription) -> Bool)? = nil,
    receiveOutput: ((Output) -> Bool)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)? = nil
  ) -> Publishers.Breakpoint<Self> {
    Publishers.Breakpoint(
      upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
      receiveCompletion: receiveCompletion)
  }

  /// Raises a debugger signal upon receiving a failure.
  public func breakpointOnError() -> Publishers.Breakpoint<Self> {
    breakpoint(receiveCompletion: { completion in
      if case .failure = completion { true } else { false }
    })
  }
}
