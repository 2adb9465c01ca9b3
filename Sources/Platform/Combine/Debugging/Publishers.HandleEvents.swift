// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that performs the specified closures when publisher events occur.
  public struct HandleEvents<Upstream: Publisher>: Publisher {
    /// The kind of values published by this publisher.
    public typealias Output = Upstream.Output

    /// The kind of errors this publisher might publish.
    public typealias Failure = Upstream.Failure

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// A closure that executes when the publisher receives the subscription from the upstream publisher.
    public var receiveSubscription: ((any Subscription) -> Void)?

    /// A closure that executes when the publisher receives a value from the upstream publisher.
    public var receiveOutput: ((Upstream.Output) -> Void)?

    /// A closure that executes when the upstream publisher finishes normally or terminates with an error.
    public var receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Void)?

    /// A closure that executes when the downstream receiver cancels publishing.
    public var receiveCancel: (() -> Void)?

    /// A closure that executes when the publisher receives a request for more elements.
    public var receiveRequest: ((Subscribers.Demand) -> Void)?

    /// Makes a publisher that republishes `upstream` and performs closures on the way.
    public init(
      upstream: Upstream,
      receiveSubscription: ((any Subscription) -> Void)? = nil,
      receiveOutput: ((Upstream.Output) -> Void)? = nil,
      receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Void)? = nil,
      receiveCancel: (() -> Void)? = nil,
      receiveRequest: ((Subscribers.Demand) -> Void)?
    ) {
      self.upstream = upstream
      self.receiveSubscription = receiveSubscription
      self.receiveOutput = receiveOutput
      self.receiveCompletion = receiveCompletion
      self.receiveCancel = receiveCancel
      self.receiveRequest = receiveRequest
    }

    /// Attaches the subscriber to the upstream publisher, with the closures in between.
    public func receive<S: Subscriber>(subscriber: S)
    where Upstream.Output == S.Input, Upstream.Failure == S.Failure {
      upstream.subscribe(HandleEventsSubscriber(downstream: subscriber, events: self))
    }
  }
}

/// Performs closures before it passes on what they are about.
struct HandleEventsSubscriber<Downstream: Subscriber, Upstream: Publisher>: Subscriber
where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
  let downstream: Downstream
  let events: Publishers.HandleEvents<Upstream>
  let combineIdentifier = CombineIdentifier()

  func receive(subscription: any Subscription) {
    events.receiveSubscription?(subscription)
    downstream.receive(
      subscription: HandleEventsSubscription(
        upstream: subscription, receiveRequest: events.receiveRequest,
        receiveCancel: events.receiveCancel))
  }

  func receive(_ input: Upstream.Output) -> Subscribers.Demand {
    events.receiveOutput?(input)
    let demand = downstream.receive(input)
    if demand > .none { events.receiveRequest?(demand) }
    return demand
  }

  func receive(completion: Subscribers.Completion<Upstream.Failure>) {
    events.receiveCompletion?(completion)
    downstream.receive(completion: completion)
  }
}

/// Performs closures before it passes on what they are about.
final class HandleEventsSubscription: Subscription, CustomStringConvertible {
  let description = "HandleEvents"
  private let lock = Lock()
  private var upstream: (any Subscription)?
  private var receiveRequest: ((Subscribers.Demand) -> Void)?
  private var receiveCancel: (() -> Void)?

  init(
    upstream: any Subscription, receiveRequest: ((Subscribers.Demand) -> Void)?,
    receiveCancel: (() -> Void)?
  ) {
    self.upstream = upstream
    self.receiveRequest = receiveRequest
    self.receiveCancel = receiveCancel
  }

  func request(_ demand: Subscribers.Demand) {
    let (source, handle) = lock.withLock { (upstream, receiveRequest) }
    handle?(demand)
    source?.request(demand)
  }

  func cancel() {
    let released = lock.withLock { (upstream.take(), receiveCancel.take(), receiveRequest.take()) }
    released.1?()
    released.0?.cancel()
  }
}

extension Publisher {
  /// Performs the specified closures when publisher events occur.
  ///
  /// - Parameters:
  ///   - receiveSubscription: Called with the upstream publisher's subscription.
  ///   - receiveOutput: Called with each element.
  ///   - receiveCompletion: Called with the completion.
  ///   - receiveCancel: Called when the subscriber cancels.
  ///   - receiveRequest: Called with each demand that is not none.
  public func handleEvents(
    receiveSubscription: ((any Subscription) -> Void)? = nil,
    receiveOutput: ((Output) -> Void)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
    receiveCancel: (() -> Void)? = nil,
    receiveRequest: ((Subscribers.Demand) -> Void)? = nil
  ) -> Publishers.HandleEvents<Self> {
    Publishers.HandleEvents(
      upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
      receiveCompletion: receiveCompletion, receiveCancel: receiveCancel,
      receiveRequest: receiveRequest)
  }
}
