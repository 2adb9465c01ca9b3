/// The upstreams of an operator that asks each of them for as many values as its subscriber asks of it.
struct Feeds {
  private struct Feed {
    var upstream = Connection.awaited
    var owed = Subscribers.Demand.none
  }

  private var feeds: [Feed]
  private var isOwing = false

  init(count: Int) {
    feeds = Array(repeating: Feed(), count: count)
  }

  var subscriptions: [any Subscription] { feeds.compactMap(\.upstream.subscription) }

  var haveAllEnded: Bool { feeds.allSatisfy(\.upstream.isEnded) }

  func isAttached(_ index: Int) -> Bool { feeds[index].upstream.isAttached }

  func isEnded(_ index: Int) -> Bool { feeds[index].upstream.isEnded }

  mutating func attach(_ subscription: any Subscription, at index: Int) -> Bool {
    isOwing = true
    return feeds[index].upstream.attach(subscription)
  }

  mutating func end(_ index: Int) -> (any Subscription)? {
    feeds[index].upstream.end()
  }

  /// Owes every upstream a request.
  mutating func ask(for demand: Subscribers.Demand) {
    for index in feeds.indices { feeds[index].owed += demand }
    isOwing = true
  }

  /// The next request that is owed to an upstream.
  mutating func nextRequest() -> (any Subscription, Subscribers.Demand)? {
    guard isOwing else { return nil }
    for index in feeds.indices where feeds[index].owed > .none {
      guard let subscription = feeds[index].upstream.subscription else { continue }
      let owed = feeds[index].owed
      feeds[index].owed = .none
      return (subscription, owed)
    }
    isOwing = false
    return nil
  }
}
