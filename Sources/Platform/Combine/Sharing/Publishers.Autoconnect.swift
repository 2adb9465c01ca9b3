// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that connects its upstream when the first subscriber comes, and cancels the connection when the last
  /// one has cancelled.
  public class Autoconnect<Upstream: ConnectablePublisher>: Publisher {
    /// The values of the upstream.
    public typealias Output = Upstream.Output

    /// The failure of the upstream.
    public typealias Failure = Upstream.Failure

    /// The publisher that is connected.
    public final let upstream: Upstream

    @usableFromInline let connector: Connector

    /// Makes a publisher that connects `upstream`.
    @inlinable public init(upstream: Upstream) {
      self.upstream = upstream
      connector = Connector(upstream)
    }

    /// Attaches the subscriber to the upstream, and connects that if it is the first.
    @inlinable public func receive<S: Subscriber>(subscriber: S)
    where Upstream.Failure == S.Failure, Upstream.Output == S.Input {
      upstream.subscribe(AutoconnectSubscriber(subscriber, connector))
      connector.connectIfNeeded()
    }
  }
}

extension ConnectablePublisher {
  /// Connects when the first subscriber comes, and cancels the connection when the last one has cancelled.
  @inlinable public func autoconnect() -> Publishers.Autoconnect<Self> {
    Publishers.Autoconnect(upstream: self)
  }
}

/// Counts subscribers, and keeps the connection while there are any.
@usableFromInline final class Connector {
  @usableFromInline enum State {
    case idle
    case connecting
    case connected(any Cancellable)
  }

  @usableFromInline let lock = Lock()

  /// Connects, and calls its argument with the connection as early as that can be had.
  @usableFromInline let connect: ((any Cancellable) -> Void) -> Void
  @usableFromInline var state = State.idle
  @usableFromInline var subscribers = 0

  /// The threads on which `connect` has not returned yet.
  @usableFromInline var connectingThreads: [UInt] = []

  @inlinable init<Upstream: ConnectablePublisher>(_ upstream: Upstream) {
    if let announcing = upstream as? any ConnectionAnnouncing {
      connect = announcing.connect(announcing:)
    } else {
      connect = { keep in keep(upstream.connect()) }
    }
  }

  @inlinable func add() {
    lock.withLock { subscribers += 1 }
  }

  @inlinable func remove() {
    let abandoned: (any Cancellable)? = lock.withLock {
      subscribers -= 1
      guard subscribers == 0, case .connected(let connection) = state else { return nil }
      state = .idle
      return connection
    }
    abandoned?.cancel()
  }

  /// Connects, unless that is done or nobody is left.
  ///
  /// A subscriber that arrives from within a value, while this thread is still connecting, gets its connection after
  /// that: values of another connection would wait for the end of this one.
  @inlinable func connectIfNeeded() {
    let thread = currentThread()
    while beginsToConnect(on: thread) {
      connect { keep($0) }
      lock.withLock { connectingThreads.removeAll { $0 == thread } }
    }
  }

  @inlinable func beginsToConnect(on thread: UInt) -> Bool {
    lock.withLock {
      guard subscribers > 0, case .idle = state, !connectingThreads.contains(thread) else { return false }
      state = .connecting
      connectingThreads.append(thread)
      return true
    }
  }

  /// Keeps a connection that has been made, or cancels it: those who have cancelled meanwhile may have been the last.
  @inlinable func keep(_ connection: any Cancellable) {
    let isWanted = lock.withLock {
      state = subscribers > 0 ? .connected(connection) : .idle
      return subscribers > 0
    }
    if !isWanted { connection.cancel() }
  }
}

/// Passes everything on.
@usableFromInline final class AutoconnectSubscriber<Downstream: Subscriber>: Subscriber {
  @usableFromInline let downstream: Downstream
  @usableFromInline let subscription: AutoconnectSubscription

  @inlinable init(_ downstream: Downstream, _ connector: Connector) {
    self.downstream = downstream
    subscription = AutoconnectSubscription(connector)
  }

  @inlinable func receive(subscription upstream: any Subscription) {
    guard subscription.upstream.attach(upstream) else { return }
    subscription.connector.add()
    downstream.receive(subscription: subscription)
  }

  @inlinable func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    subscription.upstream.isOver ? .none : downstream.receive(input)
  }

  @inlinable func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    guard subscription.upstream.end() else { return }
    downstream.receive(completion: completion)
  }
}

/// Tells the connector when its subscriber cancels.
///
/// One that has got its completion counts on: what has completed is not to be connected again.
@usableFromInline final class AutoconnectSubscription: Subscription, CustomStringConvertible {
  @usableFromInline let upstream = OperatorSubscription("Autoconnect")
  @usableFromInline let connector: Connector

  @inlinable init(_ connector: Connector) {
    self.connector = connector
  }

  @usableFromInline var description: String { upstream.description }

  @inlinable func request(_ demand: Subscribers.Demand) {
    upstream.request(demand)
  }

  @inlinable func cancel() {
    if upstream.endBeforeUpstream() { connector.remove() }
  }
}
