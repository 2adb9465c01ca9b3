// SPDX-License-Identifier: Apache-2.0

/// The upstreams of an operator that asks each of them for as many values as its subscriber asks of it.
@usableFromInline struct Feeds {
  @usableFromInline struct Feed {
    @usableFromInline var upstream = Connection.awaited
    @usableFromInline var owed = Subscribers.Demand.none

    @inlinable init() {}
  }

  @usableFromInline var feeds: [Feed]
  @usableFromInline var isOwing = false

  @inlinable init(count: Int) {
    feeds = Array(repeating: Feed(), count: count)
  }

  @inlinable var subscriptions: [any Subscription] { feeds.compactMap(\.upstream.subscription) }

  @inlinable var haveAllEnded: Bool { feeds.allSatisfy(\.upstream.isEnded) }

  @inlinable func isAttached(_ index: Int) -> Bool { feeds[index].upstream.isAttached }

  @inlinable func isEnded(_ index: Int) -> Bool { feeds[index].upstream.isEnded }

  @inlinable mutating func attach(_ subscription: any Subscription, at index: Int) -> Bool {
    isOwing = true
    return feeds[index].upstream.attach(subscription)
  }

  @inlinable mutating func end(_ index: Int) -> (any Subscription)? {
    feeds[index].upstream.end()
  }

  /// Owes every upstream a request.
  @inlinable mutating func ask(for demand: Subscribers.Demand) {
    for index in feeds.indices { feeds[index].owed += demand }
    isOwing = true
  }

  /// The next request that is owed to an upstream.
  @inlinable mutating func nextRequest() -> OperatorRequest? {
    guard isOwing else { return nil }
    for index in feeds.indices where feeds[index].owed > .none {
      guard let subscription = feeds[index].upstream.subscription else { continue }
      let owed = feeds[index].owed
      feeds[index].owed = .none
      return OperatorRequest(subscription, owed)
    }
    isOwing = false
    return nil
  }
}
